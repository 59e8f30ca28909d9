// A text field with a list of suggestions. Any other text is accepted, too.

import { make, visible } from "./dom";

export interface Option {
  value: string;
  about: string;
  group: string;
}

// The maximum number of suggestions, because users wouldn't read more.
const SHOWN = 300;

export class Combobox {
  readonly input: HTMLInputElement;
  private list: HTMLElement;
  private shown: { option: Option; element: HTMLElement }[] = [];
  private active = -1;

  // `choose` receives an option's value, or the text that was typed. `committed` is the text that the field shows while the user isn't typing.
  constructor(
    into: HTMLElement, id: string, label: string, placeholder: string,
    private options: () => Option[], private committed: () => string, private choose: (value: string) => void,
  ) {
    const list = `${id}-list`;
    this.input = make("input", {
      type: "text", id, role: "combobox", "aria-label": label, "aria-expanded": "false", "aria-controls": list, "aria-autocomplete": "list",
      placeholder, spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: 200,
    });
    this.list = make("div", { id: list, role: "listbox", "aria-label": label, class: "options", hidden: true });
    into.append(this.input, make("span", { class: "arrow", "aria-hidden": "true" }, "▾"), this.list);
    const open = () => this.open("");
    this.input.addEventListener("click", open);
    this.input.addEventListener("focus", () => this.input.select());
    this.input.addEventListener("input", () => this.open(this.input.value));
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => {
      if (this.list.hidden) this.reset();
      else this.commit(this.input.value);
    });
    // The field keeps the focus while an option is chosen.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  reset(): void {
    if (this.input.value !== this.committed()) this.input.value = this.committed();
  }

  close(): void {
    this.list.hidden = true;
    this.active = -1;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  private open(typed: string): void {
    const needle = typed.trim().toLowerCase();
    const starts = (option: Option) => (option.value.toLowerCase().startsWith(needle) ? 0 : 1);
    const fitting = this.options().filter(({ value, about }) => `${value} ${about}`.toLowerCase().includes(needle));
    const found = (needle ? fitting.toSorted((one, other) => starts(one) - starts(other)) : fitting).slice(0, SHOWN);
    const groups = new Map<string, HTMLElement>();
    this.shown = found.map((option, place) => {
      const element = make(
        "div", { role: "option", id: `${this.input.id}-${place}`, "aria-selected": "false", click: () => this.commit(option.value) },
        make("span", { class: "token" }, visible(option.value, 60)), " ", make("span", { class: "muted" }, option.about),
      );
      let group = groups.get(option.group);
      if (!group) {
        group = make("div", { role: "group", "aria-label": option.group }, make("div", { class: "group", role: "presentation" }, option.group));
        groups.set(option.group, group);
      }
      group.append(element);
      return { option, element };
    });
    this.list.replaceChildren(...groups.values());
    // In the order of the groups, which is different if the best ones come first.
    const order = [...this.list.querySelectorAll('[role="option"]')];
    this.shown.sort((one, other) => order.indexOf(one.element) - order.indexOf(other.element));
    this.close();
    this.list.hidden = found.length === 0;
    this.list.scrollTop = 0;
    this.input.setAttribute("aria-expanded", String(found.length > 0));
    // Enter accepts the text that was typed, unless a name begins with it.
    const place = (fits: (value: string) => boolean) => this.shown.findIndex(({ option }) => fits(option.value.toLowerCase()));
    const whole = place((value) => value === (needle || this.committed().toLowerCase()));
    // The list begins with the names in the file, even if the chosen one is further down.
    this.point(whole < 0 && needle ? place((value) => value.startsWith(needle)) : whole, needle !== "");
  }

  private point(place: number, isMoved = true): void {
    this.shown[this.active]?.element.setAttribute("aria-selected", "false");
    this.active = place;
    const element = this.shown[place]?.element;
    if (!element) return;
    element.setAttribute("aria-selected", "true");
    if (isMoved) element.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", element.id);
  }

  private commit(typed: string): void {
    const name = typed.trim();
    const known = this.options().find(({ value }) => value.toLowerCase() === name.toLowerCase());
    this.close();
    if (name) this.choose(known?.value ?? name);
    this.reset();
  }

  private key(event: KeyboardEvent): void {
    const last = this.shown.length - 1;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step) {
      event.preventDefault();
      if (this.list.hidden) this.open("");
      else if (this.active < 0) this.point(step > 0 ? 0 : last);
      else this.point(Math.min(Math.max(this.active + step, 0), last));
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.commit((this.list.hidden ? undefined : this.shown[this.active]?.option.value) ?? this.input.value);
    } else if (event.key === "Escape" && (!this.list.hidden || this.input.value !== this.committed())) {
      event.preventDefault();
      this.close();
      this.reset();
      this.input.select();
    }
  }
}
