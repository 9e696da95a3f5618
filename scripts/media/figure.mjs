// Prepares an author's SVG figure for the board: colours by class, unique ids per step, formula labels.

const UNIT = /^(kg|g|cm|mm|km|m|s|mol|ms)$/;
const FORMULA_SCALE = 1.18; // KaTeX letters look smaller than Noto at the same size

/** Labels such as `y=ax+b` or `10 N` as formulas: variables in italics; numbers, units and points upright. */
function mathLabel(whole, open, text, close) {
  if (!/^[\w\s=+\-−×÷*/^().,°θαβ′'²³]+$/.test(text) || /[a-zA-Z]{3,}/.test(text.replace(/mol/g, '')))
    return whole;
  const letters = text.replace(/-/g, '−').replace(/[a-zθαβ]+/g, (name, at) => {
    const isUnit = UNIT.test(name) && /[\d\s/]$/.test(text.slice(0, at));
    return isUnit ? name : `<tspan class="letter">${name}</tspan>`;
  });
  const larger = open
    .replace('<text', '<text data-formula=""')
    .replace(
      /font-size="([\d.]+)"/,
      (_, size) => `font-size="${Math.round(size * FORMULA_SCALE * 10) / 10}"`,
    );
  return `${larger}${letters}${close}`;
}

export function prepareFigure(svg, prefix, { formulas = false } = {}) {
  return (formulas ? svg.replace(/(<text\b[^>]*>)([^<]+)(<\/text>)/g, mathLabel) : svg)
    .replace(/\bid="([^"]+)"/g, `id="${prefix}-$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${prefix}-$1)`)
    .replace(/href="#([^"]+)"/g, `href="#${prefix}-$1"`);
}

export const FIGURE_CSS = `
.figure svg { display:block; width:100%; height:100%; overflow:visible; color:inherit; font-family:inherit }
.figure svg [stroke="black"], .figure svg [stroke="#000"], .figure svg [stroke="#333"] { stroke:currentColor }
.figure svg [fill="black"], .figure svg [fill="#000"], .figure svg [fill="#333"] { fill:currentColor }
.figure svg [fill="white"], .figure svg [fill="#fff"] { fill:var(--board) }
.figure svg :is(path,polyline,line,rect,polygon,ellipse):not([fill]):not([fill] *) { fill:none }
.figure svg .red, .figure svg [stroke="red"], .figure svg [fill="red"] { color:var(--red) }
.figure svg .blue, .figure svg [stroke="blue"], .figure svg [fill="blue"] { color:var(--blue) }
.figure svg :is(.red,.blue):not(text):not([stroke="none"]) { stroke:currentColor }
.figure svg :is(.red,.blue):not(text)[fill]:not([fill="none"]) { fill:currentColor }
.figure svg circle:is(.red,.blue):not([fill]) { fill:currentColor }
.figure svg :is(text,tspan) { fill:currentColor; stroke:var(--board) !important; stroke-width:4px; stroke-linejoin:round; paint-order:stroke }
.figure svg text[data-formula] { font-family:KaTeX_Main,"Noto Sans JP","Noto Sans CJK JP" }
.figure svg .letter { font-family:KaTeX_Math,KaTeX_Main; font-style:italic }
`;
