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
import { cases } from "./cases.mjs";

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
  for (const name of ["smoke.mjs", "conformance.mjs"]) cpSync(join(here, name), join(folder, name));
  writeFileSync(join(folder, "cases.mjs"), `export default JSON.parse(${JSON.stringify(JSON.stringify(cases()))});`);
  writeFileSync(join(folder, "main.mjs"), `
    import * as core from "robots-exclusion";
    import * as crawl from "robots-exclusion/crawl";
    import * as tools from "robots-exclusion/tools";
    import { ask } from "./ask.mjs";
    console.log(ask(core, crawl, tools));
  `);
  writeFileSync(join(folder, "ask.mjs"), `
    import cases from "./cases.mjs";
    import { conformance } from "./conformance.mjs";
    import { smoke } from "./smoke.mjs";
    export const ask = (core, crawl, tools) => JSON.stringify({ right: smoke(core, tools), ...conformance(cases, { ...core, ...crawl }) });
  `);
});
after(() => rmSync(folder, { recursive: true, force: true }));

function run(program, args, cwd = folder) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  assert.equal(status, 0, `${program} ${args.join(" ")}: ${error ?? stderr}`);
  return stdout;
}

/** Checks what a runtime prints, and reports it. */
function check(runtime, printed) {
  const { right, count, wrong } = JSON.parse(printed);
  assert.deepEqual(wrong, [], runtime);
  assert.equal(right, QUESTIONS);
  assert.ok(count > 4000, `${runtime}: only ${count} cases`);
  console.log(`${runtime}: ${right} questions and ${count} conformance cases are answered`);
}

const answers = (runtime, program, ...args) => check(`${runtime} ${/\d+(\.\d+)+/.exec(run(program, ["--version"]))[0]}`, run(program, args));

test("Node, by import", () => answers("Node", process.execPath, "main.mjs"));

test("Node, by require", () => {
  writeFileSync(join(folder, "main.cjs"), `
    const modules = ["", "/crawl", "/tools"].map((path) => require("robots-exclusion" + path));
    import("./ask.mjs").then(({ ask }) => console.log(ask(...modules)));
  `);
  answers("Node by require", process.execPath, "main.cjs");
});

test("a bundle for Node needs no other file", () => {
  for (const format of ["esm", "cjs"]) {
    const bundle = join(folder, "bundle", `main.${format === "esm" ? "mjs" : "cjs"}`);
    run(join(dirname(here), "node_modules", ".bin", "esbuild"), ["main.mjs", "--bundle", "--platform=node", `--format=${format}`, `--outfile=${bundle}`, "--log-level=warning"]);
    check(`Node, bundled as ${format}`, run(process.execPath, [bundle], dirname(bundle)));
  }
});

test("Deno, without permissions", withRuntimes, () => answers("Deno", DENO, "run", "--quiet", "--no-prompt", "--node-modules-dir=manual", "main.mjs"));

test("Bun", withRuntimes, () => answers("Bun", bin("bun"), "run", "main.mjs"));

// `package.test.mjs` has a similar test for Node.
test("50,000 files in a loop take less than 64 MB in Deno and Bun", withRuntimes, () => {
  writeFileSync(join(folder, "loop.mjs"), `
    import process from "node:process";
    import { Robots } from "robots-exclusion";
    const rules = Array.from({ length: 40 }, (_, number) => "Disallow: /folder-" + number + "/*.php$").join("\\n");
    Robots.parse("").matcher("MyBot").allowed("/");
    let blocked = 0, highest = 0;
    const start = process.memoryUsage().rss;
    for (let round = 0; round < 50000; round++) {
      if (!Robots.parse("User-agent: *\\n" + rules + "\\nDisallow: /x" + round).matcher("MyBot").allowed("/x" + round)) blocked++;
      if (round % 500 === 0) highest = Math.max(highest, process.memoryUsage().rss);
    }
    console.log(JSON.stringify({ blocked, growth: (highest - start) >> 20 }));
  `);
  const programs = { Deno: [DENO, "run", "--quiet", "--allow-all", "--node-modules-dir=manual"], Bun: [bin("bun"), "run"] };
  for (const [runtime, [program, ...args]] of Object.entries(programs)) {
    const { blocked, growth } = JSON.parse(run(program, [...args, "loop.mjs"]));
    console.log(`${runtime}: ${growth} MB`);
    assert.equal(blocked, 50_000);
    assert.ok(growth < 64, `${runtime}: ${growth} MB`);
  }
});

// workerd resolves no packages: its configuration lists modules. Bundlers do that for its users, by `exports`.
test("workerd, whose modules are imported and never compiled", withRuntimes, async () => {
  const dist = join(folder, "node_modules", "robots-exclusion", "dist");
  const { workerd: entry } = JSON.parse(readFileSync(join(dirname(dist), "package.json"), "utf8")).exports["."];
  assert.equal(entry.default, "./dist/workerd.js");
  writeFileSync(join(folder, "worker.js"), `
    import * as core from "./dist/workerd.js";
    import * as crawl from "./dist/crawl/workerd.js";
    import * as tools from "./dist/tools/workerd.js";
    import { ask } from "./ask.mjs";
    export default { fetch: () => { try { return new Response(ask(core, crawl, tools)); } catch (error) { return new Response(error.stack, { status: 500 }); } } };
  `);
  const modules = ["worker.js", "ask.mjs", "cases.mjs", "conformance.mjs", "smoke.mjs"].map((name) => `(name = "${name}", esModule = embed "${name}")`);
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
        const text = await response.text();
        assert.equal(response.status, 200, text + errors);
        check(run(WORKERD, ["--version"]).trim(), text);
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
    const dist = "/node_modules/robots-exclusion/dist";
    const ask = (paths, isSlim) =>
      page.evaluate(async ([paths, wasm]) => {
        const [{ ask }, ...modules] = await Promise.all(["/ask.mjs", ...paths].map((path) => import(path)));
        for (const [place, path] of wasm.entries()) modules[place].init(await WebAssembly.compileStreaming(fetch(path)));
        return ask(...modules);
      }, [paths.map((path) => `${dist}/${path}`), isSlim ? ["core", "crawl", "tools"].map((name) => `${dist}/${name}.wasm`) : []]);
    check(`Chromium ${browser.version()}`, await ask(["index.js", "crawl/index.js", "tools/index.js"], false));
    // A new page, because the modules of the first one are in use.
    await page.reload();
    check("Chromium, with modules that are loaded as files", await ask(["slim.js", "crawl/crawl.js", "tools/slim.js"], true));
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
