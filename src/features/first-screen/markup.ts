/** What the writer needs of a node of the page. DOM nodes have it, and so do the nodes of a test. */
export type Shape = {
  nodeType: number;
  nodeValue?: string | null;
  localName?: string;
  attributes?: Iterable<{ name: string; value: string }>;
  childNodes?: Iterable<Shape>;
  /** The state of an option, which no attribute shows. */
  selected?: boolean;
  getBoundingClientRect?: () => { width: number; height: number; top: number };
};

/** How the screen is written. */
export type Writing = {
  /** Elements that belong to the moment and not to the page. */
  leaveOut?: (node: Shape) => boolean;
  /** In pixels: blocks below this are not visible at a start. They keep their height and lose their content. */
  below?: number;
};

const elementNode = 1;
const textNode = 3;

/** Allowlist of the elements in a stored screen. Any other element is left out with its content. */
const allowed = new Set(
  `a abbr article aside b bdi blockquote br button caption code col colgroup dd del details div dl dt em fieldset
  figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label legend li main mark meter nav ol
  optgroup option p picture pre progress q rp rt ruby s search section select small span strong sub summary sup table
  tbody td textarea tfoot th thead time tr u ul var wbr
  svg g path circle ellipse line polygon polyline rect defs clipPath linearGradient radialGradient stop mask title`
    .split(/\s+/)
    .filter(Boolean),
);
/** Their picture cannot be written as HTML: a box of the same size replaces them. */
const boxes = new Set(['video', 'audio', 'canvas']);
const empty = new Set(['br', 'col', 'hr', 'img', 'input', 'wbr']);
/** Blocks that may be empty; they keep their height. */
const blocks = new Set(['li', 'article', 'section', 'footer']);
/** They do nothing before React is there, so they are inert: no tap may get lost in them. */
const controls = new Set(['button', 'input', 'select', 'textarea', 'summary']);
/** Attributes that refer to ids within the page; they are renamed together with the ids. */
const references = new Set(['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns']);
/** Attributes left out: what a learner typed, what starts something, and what means nothing here. */
const left =
  /^(on.*|id|value|checked|selected|autofocus|autoplay|action|formaction|method|target|ping|nonce|srcdoc|srcset|contenteditable|popover.*|xlink:.*|xmlns(:.*)?|focusable|data-(testid|discover)|inert)$/i;

/** Ids must differ from those of React's page, because both pages are in the document for a while. */
const idPrefix = 'first-';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it stands in HTML, also between quotation marks. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}

/** Whether a stored screen may link to or load an address: one of this site, or a link to a web page. */
function isPlainAddress(name: string, value: string): boolean {
  if (name === 'href') return /^(\/(?!\/)|#|https?:)/.test(value);
  return /^(\/(?!\/)|data:image\/(?!svg))/.test(value);
}

function attribute(name: string, value: string): string | null {
  if (name === 'id') return `id="${idPrefix}${escapeHtml(value)}"`;
  if (left.test(name)) return null;
  if ((name === 'href' || name === 'src') && !isPlainAddress(name, value)) return null;
  if (references.has(name)) {
    const ids = value.split(/\s+/).filter(Boolean);
    return `${name}="${ids.map((id) => escapeHtml(idPrefix + id)).join(' ')}"`;
  }
  if (name === 'style' && /url\(|expression|@import/i.test(value)) return null;
  const text = value.replace(/url\(["']?#([^"')]+)["']?\)/g, `url(#${idPrefix}$1)`);
  return `${name}="${escapeHtml(text)}"`;
}

function attributesOf(element: Shape): string[] {
  const written = [...(element.attributes ?? [])].flatMap(({ name, value }) => attribute(name, value) ?? []);
  if (element.selected && element.localName === 'option') written.push('selected');
  if (controls.has(element.localName ?? '')) written.push('inert');
  return written;
}

function box(element: Shape): string {
  const { width = 0, height = 0 } = element.getBoundingClientRect?.() ?? {};
  const attributes = attributesOf(element).filter((one) => /^class="/.test(one));
  const style = `style="display:block;width:${Math.round(width)}px;height:${Math.round(height)}px;max-width:100%"`;
  return `<div ${[...attributes, style].join(' ')}></div>`;
}

/** An empty block for one that is out of sight: its children would cost time before the first paint. */
function placeholder(element: Shape, name: string, below: number): string | null {
  if (!blocks.has(name)) return null;
  const { top = 0, height = 0 } = element.getBoundingClientRect?.() ?? {};
  if (top < below) return null;
  const attributes = attributesOf(element).filter((one) => /^class="/.test(one));
  const style = `style="box-sizing:border-box;height:${Math.round(height)}px"`;
  return `<${[name, ...attributes, style].join(' ')}></${name}>`;
}

/**
 * Writes a part of the page as HTML that can do nothing: no scripts, no handlers, no typed text, only plain addresses
 * (performance.md 4.2). Links stay links; what needs React is inert. It is our own code with an allowlist, so that
 * anything forgotten is missing on the screen instead of let in.
 */
export function writeMarkup(node: Shape, writing: Writing = {}): string {
  if (node.nodeType === textNode) return escapeHtml(node.nodeValue ?? '');
  const name = node.localName ?? '';
  if (node.nodeType !== elementNode || writing.leaveOut?.(node)) return '';
  if (boxes.has(name)) return box(node);
  if (!allowed.has(name)) return '';
  const held = placeholder(node, name, writing.below ?? Number.POSITIVE_INFINITY);
  if (held !== null) return held;
  const start = `<${[name, ...attributesOf(node)].join(' ')}>`;
  if (empty.has(name)) return start;
  const inner = name === 'textarea' ? '' : writeChildren(node, writing);
  return `${start}${inner}</${name}>`;
}

/** The same for everything in an element, without the element itself. */
export function writeChildren(node: Shape, writing: Writing = {}): string {
  return [...(node.childNodes ?? [])].map((child) => writeMarkup(child, writing)).join('');
}
