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
  // A box that stands for a picture is a div, whatever it was.
  tags.add('div');
  return { classes, tags };
}

function rulesOf(sheet: CSSStyleSheet): Rule[] {
  try {
    return sheet.disabled || /print/.test(sheet.media.mediaText) ? [] : [...sheet.cssRules];
  } catch {
    // A sheet of another origin, put in by an extension: none of ours.
    return [];
  }
}

/** A little more than the screen: bars of the browser come and go. */
const screens = 1.25;

/** Reads the screen as it stands. */
export function readScreen(root: Element): Omit<FirstPage, 'owner'> {
  const rules = [...document.styleSheets].flatMap(rulesOf);
  const leaveOut = (node: Shape) => (node as Partial<Element>).matches?.(ofTheMoment) ?? false;
  const markup = writeChildren(root, { leaveOut, below: innerHeight * screens });
  const style = withoutUnasked(usedRules(rules, namesOn(root)), markup);
  return { title: document.title, markup, style };
}
