// A past position: the slider loads the table at another line of the log. Requests are sent one by one, the latest wins.
const form = document.getElementById("replay");
const slider = form.querySelector("input");
let wanted = null;
let busy = false;

async function show() {
  if (busy) return;
  busy = true;
  while (wanted !== null) {
    const line = wanted;
    wanted = null;
    const address = `${form.getAttribute("action")}/${line}`;
    const answer = await fetch(address).catch(() => ({ ok: false, status: 0 }));
    if (answer.status === 429) { wanted ??= line; await new Promise((done) => setTimeout(done, 500)); continue; }
    if (!answer.ok) { form.querySelector("output").textContent = answer.text ? await answer.text() : "The table cannot be reached."; continue; }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.querySelector("main").replaceWith(fresh.querySelector("main"));
    history.replaceState(null, "", address);
  }
  busy = false;
}

slider.addEventListener("input", () => {
  wanted = Number(slider.value);
  form.querySelector("output").textContent = `line ${wanted} of ${slider.max}`;
  show();
});
form.addEventListener("submit", (event) => event.preventDefault());
