// The theme: light, dark, or the system's.

const ORDER = ["auto", "light", "dark"] as const;
const NAMES = { auto: "same as the system", light: "light", dark: "dark" };
const SYMBOLS = { auto: "◐", light: "☀", dark: "☾" };

export function themed(button: HTMLElement): void {
  let theme: (typeof ORDER)[number] = "auto";
  try {
    const kept = localStorage.getItem("robots-theme");
    theme = ORDER.find((name) => name === kept) ?? "auto";
  } catch {
    // Storage is unavailable. The page works without it.
  }
  const show = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = SYMBOLS[theme];
    button.setAttribute("aria-label", `Colours: ${NAMES[theme]}`);
    button.title = `Colours: ${NAMES[theme]}`;
  };
  button.addEventListener("click", () => {
    theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? "auto";
    try {
      localStorage.setItem("robots-theme", theme);
    } catch {
      // Storage is unavailable.
    }
    show();
  });
  show();
}
