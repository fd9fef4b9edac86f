// Builds `dist/studio.js` and `dist/start.js`: each is one file, which begins with the licences of the packages in it.

import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

for (const page of ["studio", "start"]) {
  const options = { entryPoints: [`src/${page}.js`], bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8", legalComments: "none" };
  const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true, outfile: `dist/${page}.js` });

  const inside = Object.keys(metafile.inputs).map((file) => file.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]);
  const licences = new Map();
  for (const name of [...new Set(inside.filter(Boolean))].sort()) {
    const text = readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim();
    licences.set(text, [...(licences.get(text) ?? []), name]);
  }
  const notices = [...licences].map(([text, names]) => `${names.join(", ")}:\n\n${text}`);
  const head = notices.length ? `/*\nContains these packages under their licences.\n\n${notices.join("\n\n")}\n*/\n` : "";
  writeFileSync(`dist/${page}.js`, `${head}${outputFiles[0].text}`);
}
