// A form that writes a robots.txt.

import type { Crawler } from "./answers";
import { make } from "./dom";
import type { Engine } from "./engine";
import { PURPOSES } from "./purposes";

interface Preset {
  name: string;
  about: string;
  purposes: string[];
  disallowed: boolean;
}

const PRESETS: Preset[] = [
  { name: "Allow everything", about: "Every crawler may fetch every page.", purposes: [], disallowed: true },
  { name: "No AI training", about: "Crawlers that collect training data may not crawl. All others may.", purposes: ["ai-training"], disallowed: true },
  { name: "No AI at all", about: "No crawlers for training data or for the answers of AI assistants.", purposes: ["ai-training", "ai-input", "user"], disallowed: true },
  { name: "Search engines only", about: "Known search engines may crawl. No other crawler may.", purposes: ["search"], disallowed: false },
  { name: "Block everything", about: "For staging sites. The site disappears from search results.", purposes: [], disallowed: false },
];

export class Create {
  private sitemap = make("input", { type: "url", id: "sitemap", placeholder: "https://www.example.org/sitemap.xml", maxlength: 2000 });
  private paths = make("textarea", { id: "closed", rows: 3, placeholder: "/search\n/cart", spellcheck: "false", wrap: "off" });
  private boxes: HTMLInputElement[] = [];
  private radios: HTMLInputElement[] = [];
  private others = make("input", { type: "checkbox", value: "*", change: () => this.customise() });
  text = "";

  constructor(form: HTMLFormElement, private preview: HTMLElement, private engine: Engine, crawlers: Crawler[]) {
    const presets = PRESETS.map((preset, place) => {
      const radio = make("input", { type: "radio", name: "preset", id: `preset-${place}`, change: () => this.use(preset) });
      this.radios.push(radio);
      return make("label", { class: "choice", for: radio.id }, radio, make("span", {}, make("strong", {}, preset.name), make("span", { class: "muted" }, preset.about)));
    });
    const purposes = Object.entries(PURPOSES)
      .map(([purpose, { name, about }]) => ({ purpose, name, about, number: crawlers.filter((crawler) => crawler.purpose === purpose && crawler.status !== "retired").length }))
      .filter(({ number }) => number > 0)
      .map(({ purpose, name, about, number }) => {
        const box = make("input", { type: "checkbox", value: purpose, change: () => this.customise() });
        this.boxes.push(box);
        return make("label", { class: "choice small", title: about }, box, make("span", {}, name, " ", make("span", { class: "muted" }, String(number), make("span", { class: "hidden" }, " crawlers"))));
      });
    form.append(
      make("fieldset", { class: "presets" }, make("legend", {}, "Start from"), ...presets),
      make("fieldset", { class: "grid" }, make("legend", { id: "purposes" }, "Block crawlers by purpose"), ...purposes,
        make("label", { class: "choice small" }, this.others, make("span", {}, "All other crawlers"))),
      make("p", {}, make("label", { for: "closed" }, "Paths to block for all other crawlers, one per line"), this.paths),
      make("p", {}, make("label", { for: "sitemap" }, "Sitemap"), this.sitemap),
    );
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => this.write());
    const first = this.radios[1];
    if (first) first.checked = true;
    this.use(PRESETS[1] as Preset);
  }

  private use(preset: Preset): void {
    this.others.checked = !preset.disallowed;
    for (const box of this.boxes) box.checked = preset.purposes.includes(box.value) === preset.disallowed && (preset.purposes.length > 0 || !preset.disallowed);
    this.write();
  }

  private customise(): void {
    for (const radio of this.radios) radio.checked = false;
    this.write();
  }

  private write(): void {
    const checked = this.boxes.filter((box) => box.checked).map((box) => box.value);
    const unchecked = this.boxes.filter((box) => !box.checked).map((box) => box.value);
    const paths = this.paths.value.split("\n").map((path) => path.trim()).filter(Boolean);
    const closed = paths.map((path) => (/^[/*]/.test(path) ? path : `/${path}`));
    const sitemap = this.sitemap.value.trim();
    const use = (text: string) => {
      this.text = text;
      this.preview.textContent = text;
    };
    // Blocking all except some crawlers is written as the reverse.
    const { checked: blocksOthers } = this.others;
    this.paths.disabled = blocksOthers;
    const [disallow, allow] = blocksOthers ? [[], unchecked] : [checked, []];
    this.engine.latest("preset", [{ disallow, allow, closed: blocksOthers ? ["/"] : closed, sitemaps: sitemap ? [sitemap] : [] }], use, () => (this.preview.textContent = ""));
  }
}
