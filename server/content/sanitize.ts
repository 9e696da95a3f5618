import sanitizeHtml, { type IOptions } from 'sanitize-html';

const text = [
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'div', 'span'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'strong', 'em', 's', 'sub', 'sup', 'a'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['ruby', 'rt', 'rp', 'details', 'summary'],
];
/** What KaTeX makes: MathML for screen readers (without its copy of the LaTeX source), spans and paths for the eye. */
const math = [
  ...['math', 'mrow', 'mi', 'mn', 'mo', 'ms', 'mtext', 'mspace', 'msup', 'msub', 'msubsup', 'mfrac', 'msqrt'],
  ...['mroot', 'mover', 'munder', 'munderover', 'mtable', 'mtr', 'mtd', 'mlabeledtr', 'mpadded', 'mphantom'],
  ...['menclose', 'mstyle', 'mmultiscripts', 'mprescripts'],
  ...['svg', 'path', 'line'],
];
const mathAttributes = [
  ...['display', 'xmlns', 'mathvariant', 'stretchy', 'fence', 'separator', 'lspace', 'rspace', 'minsize'],
  ...['maxsize', 'linethickness', 'columnalign', 'rowspacing', 'columnspacing', 'columnlines', 'rowlines'],
  ...[
    'scriptlevel',
    'displaystyle',
    'width',
    'height',
    'depth',
    'voffset',
    'notation',
    'accent',
    'accentunder',
  ],
  ...[
    'movablelimits',
    'symmetric',
    'mathcolor',
    'mathbackground',
    'mathsize',
    'linebreak',
    'largeop',
    'side',
  ],
];

const length = [/^-?[\d.]+(em|ex|px|%)$/, /^0$/];
const colour = [/^#[0-9a-f]{3,8}$/i, /^[a-z]+$/i, /^transparent$/];
const lengths = [
  ...['height', 'width', 'min-width', 'top', 'bottom', 'left', 'vertical-align', 'font-size'],
  ...['margin-left', 'margin-right', 'padding-left', 'padding-right'],
  ...['border-width', 'border-bottom-width', 'border-top-width', 'border-right-width', 'border-left-width'],
];
const styles = {
  ...Object.fromEntries(lengths.map((name) => [name, length])),
  color: colour,
  'background-color': colour,
  'border-color': colour,
  'border-style': [/^solid$/],
  'border-right-style': [/^(solid|dashed)$/],
  position: [/^relative$/],
};

const options: IOptions = {
  allowedTags: [...text, ...math],
  allowedAttributes: {
    ...Object.fromEntries(math.map((tag) => [tag, mathAttributes])),
    span: ['class', 'style', 'aria-hidden'],
    div: ['class', 'tabindex'],
    code: ['class'],
    details: ['class'],
    a: ['href', 'rel', 'target'],
    ol: ['start'],
    th: ['style'],
    td: ['style'],
    svg: ['xmlns', 'width', 'height', 'viewBox', 'preserveAspectRatio', 'style'],
    path: ['d'],
    line: ['x1', 'x2', 'y1', 'y2', 'stroke-width'],
  },
  allowedStyles: {
    span: styles,
    svg: styles,
    th: { 'text-align': [/^(left|right|center)$/] },
    td: { 'text-align': [/^(left|right|center)$/] },
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'annotation'],
  parser: { lowerCaseAttributeNames: false },
  transformTags: {
    a: (tagName, attribs) =>
      /^https?:/.test(attribs.href ?? '')
        ? { tagName, attribs: { ...attribs, rel: 'noopener noreferrer', target: '_blank' } }
        : { tagName, attribs },
  },
};

/** Every style that KaTeX writes (`CssStyle` in its source, and the two it writes for MathML). */
const formulaStyles = {
  ...styles,
  'margin-top': length,
  // Wide accents: as wide as the letters below them, minus their slant.
  width: [...length, /^calc\(100% - -?[\d.]+em\)$/],
  // Two lines side by side in an array.
  margin: [/^0 -?[\d.]+em$/],
  border: [/^[\d.]+em solid (#[0-9a-f]{3,8}|[a-z]+)$/i],
  'text-shadow': [/^[\d.]+em [\d.]+em [\d.]+px$/],
};
const formulaOptions: IOptions = {
  ...options,
  allowedTags: ['span', ...math],
  allowedAttributes: {
    ...options.allowedAttributes,
    ...Object.fromEntries(math.map((tag) => [tag, [...mathAttributes, 'class', 'style']])),
    svg: ['xmlns', 'width', 'height', 'viewBox', 'preserveAspectRatio', 'style'],
    path: ['d'],
    line: ['x1', 'x2', 'y1', 'y2', 'stroke-width'],
  },
  allowedStyles: { '*': formulaStyles },
};
/** The same cleaning, which removes only the copy of the LaTeX source; used to compare. */
const wholeOptions: IOptions = {
  parser: options.parser ?? {},
  allowedTags: false,
  allowedAttributes: false,
  exclusiveFilter: ({ tag }) => tag === 'annotation',
  allowVulnerableTags: true,
  parseStyleAttributes: false,
};

const withoutWrapper = (html: string) => html.replaceAll(/<\/?semantics>/g, '');
/** Writes styles in one form, as cleaning does: no blanks and no last semicolon. */
const alike = (html: string) =>
  html.replaceAll(
    / style="([^"]*)"/g,
    (_, style: string) => ` style="${style.replaceAll(' ', '').replace(/;$/, '')}"`,
  );

/** Leaves only what lesson texts and notices may hold; everything else disappears. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, options);
}

/**
 * Leaves only what KaTeX makes, with every style that it writes. `isWhole` is false when a part of this formula was
 * removed: then it would not look as its author saw it.
 */
export function cleanFormula(html: string): { html: string; isWhole: boolean } {
  const clean = sanitizeHtml(html, formulaOptions);
  const whole = withoutWrapper(sanitizeHtml(html, wholeOptions));
  return { html: clean, isWhole: alike(clean) === alike(whole) };
}
