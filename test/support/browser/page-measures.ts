import type { Locator, Page } from 'playwright-core';

/** The parts of a DOM element that are used here; Node has no types for it. */
interface Element {
  readonly parentElement: Element | null;
  readonly ownerDocument: { readonly defaultView: { getComputedStyle(element: Element): Style } };
}

interface Style {
  readonly color: string;
  readonly backgroundColor: string;
  readonly outlineStyle: string;
  readonly outlineWidth: string;
}

/** The width of a page's content (pixels); if wider than the window, there is a scroll bar. */
export async function widthOf(page: Page): Promise<number> {
  return Number(await page.evaluate('document.documentElement.scrollWidth'));
}

/** The outline of an element, such as `solid 2px`. */
export async function outlineOf(part: Locator): Promise<string> {
  return await part.evaluate((element: Element) => {
    const { outlineStyle, outlineWidth } = element.ownerDocument.defaultView.getComputedStyle(element);
    return `${outlineStyle} ${outlineWidth}`;
  });
}

/** The contrast of a text to its plain background, from 1 to 21 (WCAG 2). */
export async function contrastOf(part: Locator): Promise<number> {
  const { text, back } = await part.evaluate((element: Element) => {
    const styleOf = (each: Element): Style => each.ownerDocument.defaultView.getComputedStyle(each);
    let behind = element;
    while (behind.parentElement && styleOf(behind).backgroundColor === 'rgba(0, 0, 0, 0)')
      behind = behind.parentElement;
    return { text: styleOf(element).color, back: styleOf(behind).backgroundColor };
  });
  const [light = 0, dark = 0] = [luminance(text), luminance(back)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((each) => linear(Number(each) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(share: number): number {
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
