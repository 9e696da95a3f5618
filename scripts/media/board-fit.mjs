// Runs in the page: finds the largest type size at which a board fits, with or without figures beside it.
export function fitBoard() {
  const main = document.querySelector('main');
  const heading = document.querySelector('header h1');
  if (!main) {
    const title = document.querySelector('.title h1');
    for (let size = 72; size > 40 && title.getBoundingClientRect().height > 200; size -= 2) {
      title.style.fontSize = `${size}px`;
    }
    return { size: 0, fits: true };
  }
  const texts = main.querySelector('.texts');
  const figures = main.querySelector('.figures');
  const drawings = [...main.querySelectorAll('.figure')];
  const blocks = [...main.querySelectorAll('.text')];
  const area = { width: main.clientWidth, height: main.clientHeight };

  for (let size = 42; size > 26 && heading.getBoundingClientRect().width > 940; size -= 1) {
    heading.style.fontSize = `${size}px`;
  }

  const overflows = () => {
    if (!texts) return false;
    if (texts.scrollHeight > texts.clientHeight + 1 || texts.scrollWidth > texts.clientWidth + 1) return true;
    const right = texts.getBoundingClientRect().right + 1;
    return blocks.some((block) =>
      [...block.querySelectorAll('p,li,table,.katex,pre')].some(
        (part) => part.getBoundingClientRect().right > right,
      ),
    );
  };
  const wrapped = () =>
    blocks
      .filter((block) => block.children.length === 1 && block.firstElementChild.tagName === 'P')
      .filter(
        (block) =>
          block.getBoundingClientRect().height >
          1.9 * 1.5 * Number.parseFloat(getComputedStyle(block).fontSize),
      ).length;
  // the drawing without its blank margins
  const margin = 8;
  const extents = drawings.map((drawing) => {
    const svg = drawing.querySelector('svg');
    const box = svg.getBBox();
    const [x, y, width, height] = [
      box.x - margin,
      box.y - margin,
      box.width + 2 * margin,
      box.height + 2 * margin,
    ];
    svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    return { width, height };
  });
  const placeFigures = (width) => {
    if (!figures) return;
    const beside = !texts && drawings.length > 1;
    figures.style.flexDirection = beside ? 'row' : 'column';
    figures.style.width = `${width}px`;
    const columns = beside ? drawings.length : 1;
    const cellWidth = (width - 20 * (columns - 1)) / columns;
    const cellHeight = beside ? area.height : (area.height - 20 * (drawings.length - 1)) / drawings.length;
    drawings.forEach((drawing, i) => {
      const scale = Math.min(cellWidth / extents[i].width, cellHeight / extents[i].height, 2.5);
      drawing.style.height = `${scale * extents[i].height}px`;
      drawing.style.width = `${scale * extents[i].width}px`;
    });
  };
  const largest = () => {
    for (let size = 50; size >= 20; size -= 1) {
      main.style.setProperty('--size', `${size}px`);
      if (!overflows()) return size;
    }
    return 19;
  };

  for (const formula of main.querySelectorAll('.formula')) {
    if (formula.getBoundingClientRect().width > area.width * 0.8) formula.style.whiteSpace = 'normal';
  }
  const widths = !figures ? [0] : !texts ? [area.width] : [640, 600, 560, 520, 480, 440];
  let best;
  for (const width of widths) {
    placeFigures(width);
    let size = largest();
    // a slightly smaller size is better than broken lines
    const breaks = wrapped();
    for (let smaller = size - 1; breaks > 0 && smaller >= Math.max(34, size - 9); smaller -= 1) {
      main.style.setProperty('--size', `${smaller}px`);
      if (wrapped() < breaks && wrapped() === 0) {
        size = smaller;
        break;
      }
    }
    main.style.setProperty('--size', `${size}px`);
    const score = Math.min(size, 42) - 4 * wrapped() + width / 25;
    if (!best || score > best.score) best = { score, size, width };
  }
  placeFigures(best.width);
  main.style.setProperty('--size', `${best.size}px`);
  if (texts) {
    for (const gap of [1, 0.85, 0.7]) {
      texts.style.setProperty('--gap', `${gap}em`);
      if (!overflows()) break;
      texts.style.setProperty('--gap', '.5em');
    }
  }
  return { size: best.size, fits: !overflows() };
}

/** Shows the steps up to `last` (‑1: none); hidden steps keep their place. */
export function revealUpTo(last) {
  for (const part of document.querySelectorAll('[data-step]')) {
    part.style.setProperty('--shown', Number(part.dataset.step) <= last ? 'visible' : 'hidden');
  }
}
