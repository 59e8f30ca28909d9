// The package as it would be published, installed in an empty folder, in Node, Deno, Bun, workerd and Chromium.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { QUESTIONS } from "./smoke.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const installed = (...path) => join(here, "node_modules", ...path);
const bin = (name) => installed(".bin", name);
// Their own packages would install programs for other systems, too.
const DENO = installed("@deno", "linux-x64-glibc", "deno");
const WORKERD = installed("@cloudflare", "workerd-linux-64", "bin", "workerd");
const CHROMIUM = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));

/** Skips a test whose requirement is missing, unless CI is set. */
const without = (requirement, reason) => (!requirement && !process.env.CI ? { skip: `SKIPPED: ${reason}` } : {});
const isInstalled = existsSync(bin("bun")) && existsSync(DENO) && existsSync(WORKERD);
const withRuntimes = without(isInstalled, "run npm --prefix javascript/tests ci, on Linux with x86-64");

let folder, archive;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "robots-package-"));
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], dirname(here));
  archive = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", archive]);
  cpSync(join(here, "smoke.mjs"), join(folder, "smoke.mjs"));
  writeFileSync(join(folder, "main.mjs"), `
    import * as core from "robots-exclusion";
    import * as tools from "robots-exclusion/tools";
    import { smoke } from "./smoke.mjs";
    console.log(smoke(core, tools));
  `);
});
after(() => rmSync(folder, { recursive: true, force: true }));

function run(program, args, cwd = folder) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  assert.equal(status, 0, `${program} ${args.join(" ")}: ${error ?? stderr}`);
  return stdout;
}

const answers = (program, ...args) => assert.equal(Number(run(program, args).trim()), QUESTIONS);

test("Node, by import", () => answers(process.execPath, "main.mjs"));

test("Node, by require", () => {
  writeFileSync(join(folder, "main.cjs"), `
    const [core, tools] = [require("robots-exclusion"), require("robots-exclusion/tools")];
    import("./smoke.mjs").then(({ smoke }) => console.log(smoke(core, tools)));
  `);
  answers(process.execPath, "main.cjs");
});

test("Deno, without permissions", withRuntimes, () => answers(DENO, "run", "--no-prompt", "--node-modules-dir=manual", "main.mjs"));

test("Bun", withRuntimes, () => answers(bin("bun"), "run", "main.mjs"));

// workerd resolves no packages: its configuration lists modules. Bundlers do that for its users, by `exports`.
test("workerd, whose modules are imported and never compiled", withRuntimes, async () => {
  const dist = join(folder, "node_modules", "robots-exclusion", "dist");
  const { workerd: entry } = JSON.parse(readFileSync(join(dirname(dist), "package.json"), "utf8")).exports["."];
  assert.equal(entry.default, "./dist/workerd.js");
  writeFileSync(join(folder, "worker.js"), `
    import * as core from "./dist/workerd.js";
    import * as tools from "./dist/tools/workerd.js";
    import { smoke } from "./smoke.mjs";
    export default { fetch: () => { try { return new Response(smoke(core, tools)); } catch (error) { return new Response(error.stack, { status: 500 }); } } };
  `);
  const modules = ["worker.js", "smoke.mjs"].map((name) => `(name = "${name}", esModule = embed "${name}")`);
  for (const name of readdirSync(dist, { recursive: true })) {
    if (name.startsWith("cjs")) continue;
    const path = `node_modules/robots-exclusion/dist/${name}`;
    if (name.endsWith(".js") && !/^(node|index)\.js$|base64/.test(name)) modules.push(`(name = "dist/${name}", esModule = embed "${path}")`);
    if (name.endsWith(".wasm") && !name.includes("_bg")) modules.push(`(name = "dist/${name}", wasm = embed "${path}")`);
  }
  const port = 20_000 + (process.pid % 20_000);
  writeFileSync(join(folder, "config.capnp"), `
    using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [(name = "main", worker = (modules = [${modules.join(",\n")}], compatibilityDate = "2025-01-01"))],
      sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
    );
  `);
  const server = spawn(WORKERD, ["serve", "config.capnp"], { cwd: folder });
  let errors = "";
  server.stderr.on("data", (data) => (errors += data));
  try {
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      if (response) {
        assert.equal(await response.text(), String(QUESTIONS), errors);
        break;
      }
      assert.ok(attempt < 200, errors);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    server.kill("SIGKILL");
  }
});

test("Chromium", without(CHROMIUM && isInstalled, "there is no Chromium, or npm --prefix javascript/tests ci was not run"), async () => {
  const { chromium } = await import("playwright-core");
  const types = { mjs: "text/javascript", js: "text/javascript", wasm: "application/wasm", html: "text/html" };
  const server = createServer(({ url }, response) => {
    const path = join(folder, new URL(url, "http://a").pathname);
    if (url === "/") return response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[path.split(".").at(-1)] }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const ask = (core, tools, wasm) =>
      page.evaluate(async ([core, tools, wasm]) => {
        const modules = await Promise.all([core, tools, "/smoke.mjs"].map((path) => import(path)));
        for (const [place, path] of (wasm ?? []).entries()) modules[place].init(await WebAssembly.compileStreaming(fetch(path)));
        return modules[2].smoke(modules[0], modules[1]);
      }, [core, tools, wasm]);
    const dist = "/node_modules/robots-exclusion/dist";
    assert.equal(await ask(`${dist}/index.js`, `${dist}/tools/index.js`), QUESTIONS);
    // A new page, because the modules of the first one are in use.
    await page.reload();
    assert.equal(await ask(`${dist}/slim.js`, `${dist}/tools/slim.js`, [`${dist}/core.wasm`, `${dist}/tools.wasm`]), QUESTIONS);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
});

test("the package has what its exports name, and nothing that it should not", () => {
  const root = join(folder, "node_modules", "robots-exclusion");
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const paths = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(paths));
  for (const path of paths(exports)) assert.ok(existsSync(join(root, path)), path);
  const names = readdirSync(root);
  assert.deepEqual(names.sort(), ["LICENSE.txt", "README.md", "dist", "package.json"]);
});

test("publint and arethetypeswrong find nothing", withRuntimes, () => {
  run(bin("publint"), ["--strict", archive]);
  // The old resolution of Node 10 knows no exports, and `slim` is for bundlers, which have modules.
  run(bin("attw"), [archive, "--profile", "node16", "--ignore-rules", "cjs-resolves-to-esm", "--exclude-entrypoints", "core.wasm", "tools.wasm", "crawl.wasm"]);
});

test("types agree with use, by import and by require", withRuntimes, () => {
  mkdirSync(join(folder, "types"), { recursive: true });
  const use = readFileSync(join(here, "types.ts"), "utf8");
  for (const name of ["use.mts", "use.cts"]) writeFileSync(join(folder, "types", name), use);
  const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022,esnext.disposable,dom,dom.iterable", "--types", ""];
  for (const [module, resolution] of [["nodenext", "nodenext"], ["esnext", "bundler"]]) {
    const files = module === "nodenext" ? ["types/use.mts", "types/use.cts"] : ["types/use.mts"];
    run(process.execPath, [join(dirname(here), "node_modules", "typescript", "bin", "tsc"), ...options, "--module", module, "--moduleResolution", resolution, ...files]);
  }
});
