/** What the selection needs of a style rule. The browser's own rules have it. */
export type Rule = { cssText: string; selectorText?: string; cssRules?: ArrayLike<Rule> };

/** The class and tag names on a screen. */
export type Names = { classes: ReadonlySet<string>; tags: ReadonlySet<string> };

/** Conditions in brackets say nothing about names, so they count as fulfilled. */
const bracketed = /\[[^\]]*\]|:[\w-]+\((?:[^()]|\([^()]*\))*\)/g;
const className = /\.((?:[\w-]|[^\x20-\x7e]|\\.)+)/g;
const tagName = /(?:^|[\s>+~])([a-z][\w-]*)/gi;

/** Splits a list of selectors; a comma in brackets does not split. */
function selectorsOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const sign of text) {
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if (sign === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += sign;
  }
  return [...parts, part];
}

function mayMatch(selector: string, { classes, tags }: Names): boolean {
  const plain = selector.replace(bracketed, '').replace(bracketed, '').trim();
  const named = (pattern: RegExp, known: ReadonlySet<string>) =>
    [...plain.matchAll(pattern)].every(([, name = '']) => known.has(name.replaceAll('\\', '')));
  return named(className, classes) && named(tagName, tags);
}

/**
 * The rules a screen may need, in their order, as text. Only names decide, so that rules for changing conditions
 * (theme, width, hover) stay. One rule too many does no harm; a missing rule causes a flash.
 */
export function usedRules(rules: ArrayLike<Rule>, names: Names): string {
  const kept = keep(rules, names);
  const text = kept.filter((rule) => !isNamed(rule)).join('\n');
  // Fonts and animations stay only if a rule uses them.
  const all = kept.filter((rule) => !isNamed(rule) || text.includes(nameOf(rule)));
  return all.join('\n').replaceAll('</', '<\\/');
}

function isNamed(text: string): boolean {
  return /^@(font-face|(-webkit-)?keyframes)/.test(text);
}

function nameOf(text: string): string {
  const found = /^@[\w-]*keyframes\s+([^\s{]+)/.exec(text) ?? /font-family:\s*["']?([^"';}]+)/.exec(text);
  return found?.[1] ?? '';
}

function keep(rules: ArrayLike<Rule>, names: Names): string[] {
  return Array.from(rules).flatMap((rule): string | string[] => {
    const { cssText, selectorText, cssRules } = rule;
    if (selectorText !== undefined) {
      return selectorsOf(selectorText).some((one) => mayMatch(one, names)) ? cssText : [];
    }
    if (!cssRules || isNamed(cssText)) return cssText;
    const inner = keep(cssRules, names).filter((text) => text !== '');
    return inner.length > 0 ? `${cssText.slice(0, cssText.indexOf('{'))}{\n${inner.join('\n')}\n}` : [];
  });
}

const ownProperty = /(?<=^|[;{\s])(--[\w-]+):\s*(?:[^;{}"']|"[^"]*"|'[^']*')*(?:;|(?=\}))/g;

/**
 * Removes the custom properties (`--name`) that nothing uses: a theme has hundreds of them, a screen needs a few dozen.
 *
 * @param also other text that may use them, such as the markup with its style attributes.
 */
export function withoutUnasked(style: string, also: string): string {
  let text = style;
  for (;;) {
    const asked = new Set([...`${text}\n${also}`.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));
    const next = text.replace(ownProperty, (whole, name: string) => (asked.has(name) ? whole : ''));
    if (next === text) return text;
    text = next;
  }
}
