// Labels on a picture whose names are too small to be read: each name in letters that can be read, as far as they do not cover each other.
function putLabels(view) {
  view.querySelector(".labels")?.remove();
  if (!view.classList.contains("faint")) return;
  const svg = view.querySelector("svg");
  const size = READABLE / (scaleOf(view) * enlarged(view));
  const { x: left, width } = svg.viewBox.baseVal;
  const group = svgPart("g", { class: "labels", "aria-hidden": "true", style: `font-size:${size}px` });
  svg.append(group);
  const put = [];
  for (const [name, x, y] of namesOf(svg)) {
    const text = svgPart("text", { class: "b", y: y + size / 3 });
    text.textContent = name;
    group.append(text);
    const half = text.getComputedTextLength() / 2;
    text.setAttribute("x", Math.min(Math.max(x, left + half), left + width - half));
    const { x: from, y: top, width: wide, height } = text.getBBox();
    const box = { x: from - size / 4, y: top, width: wide + size / 2, height };
    if (put.some((other) => overlap(box, other))) text.remove();
    else put.push(box);
  }
}
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

// The names of the cells of a picture, each with the middle of its place.
function namesOf(svg) {
  const toUnits = svg.getScreenCTM().inverse();
  const named = [...svg.querySelectorAll("[data-id]:has(> .title, > * > .title)")];
  return named.map((cell) => {
    const titles = [...cell.querySelectorAll(".title")];
    const [box, line] = [cell.firstElementChild, titles[0]].map((part) => part.getBoundingClientRect());
    const { x, y } = new DOMPoint((box.left + box.right) / 2, (line.top + line.bottom) / 2).matrixTransform(toUnits);
    return [titles.map((part) => part.textContent).join(" "), x, y];
  });
}
