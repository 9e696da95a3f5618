import type { FirstPage } from './firstPage.ts';
import { type Shape, writeChildren } from './markup.ts';
import { ofTheMoment } from './ofTheMoment.ts';
import { type Names, type Rule, usedRules, withoutUnasked } from './usedRules.ts';

function namesOn(root: Element): Names {
  const classes = new Set<string>();
  const tags = new Set(['html', 'body']);
  for (const element of root.querySelectorAll('*')) {
    tags.add(element.localName);
    for (const name of element.classList) classes.add(name);
  }
  // A placeholder box is a div, whatever element it replaces.
  tags.add('div');
  return { classes, tags };
}

function rulesOf(sheet: CSSStyleSheet): Rule[] {
  try {
    return sheet.disabled || /print/.test(sheet.media.mediaText) ? [] : [...sheet.cssRules];
  } catch {
    // A sheet of another origin, added by an extension: not ours.
    return [];
  }
}

/** Stores a little more than one screen, because the browser's bars appear and disappear. */
const screens = 1.25;

/** Reads the screen as it is now. */
export function readScreen(root: Element): Omit<FirstPage, 'owner'> {
  const rules = [...document.styleSheets].flatMap(rulesOf);
  const leaveOut = (node: Shape) => (node as Partial<Element>).matches?.(ofTheMoment) ?? false;
  const markup = writeChildren(root, { leaveOut, below: innerHeight * screens });
  const style = withoutUnasked(usedRules(rules, namesOn(root)), markup);
  return { title: document.title, markup, style };
}
