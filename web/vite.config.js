import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

// Writes the service worker, so that the page works offline once it has loaded. The list of files also
// serves as the version, because file names contain hashes.
function offline() {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = ["./", "icon.svg", "licenses.md", ...Object.keys(bundle).filter((name) => name !== "index.html")].sort();
      const html = bundle["index.html"];
      const page = html?.type === "asset" ? html.source : "";
      const version = createHash("sha256").update(files.join()).update(page).digest("hex").slice(0, 16);
      const source = readFileSync(new URL("src/service-worker.js", import.meta.url), "utf8")
        .replace("__VERSION__", JSON.stringify(version))
        .replace("__FILES__", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
  };
}

export default defineConfig({
  // Works in any folder of any static host.
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, license: { fileName: "licenses.md" } },
  worker: { format: "es" },
  plugins: [offline()],
});
