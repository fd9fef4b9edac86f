// Saves all pictures as PNG.
document.querySelector("button").onclick = async () => {
  for (const image of document.images) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.dataset.width, image.dataset.height];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await new Promise((done) => canvas.toBlob(done)));
    link.download = `${image.alt}.png`;
    link.click();
    // Browsers drop files that are saved at once.
    await new Promise((done) => setTimeout(done, 300));
  }
};
