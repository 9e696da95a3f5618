import katex from 'katex';
import { cleanFormula } from './sanitize.ts';

/** Words for what KaTeX refuses; its own message follows in brackets. */
function refusal(error: unknown): string {
  const text = error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : String(error);
  if (text.includes('unicodeTextInMathMode')) return '数式の中の日本語は \\text{…} で囲んでください。';
  return `数式を組めません (${text})。`;
}

/**
 * KaTeX writes the name of a command that loads or marks up something (`\href`, `\includegraphics`, `\htmlStyle`) in
 * this colour; it does not run the command.
 */
const refusedColor = '#00dead';

/**
 * Typesets LaTeX as clean HTML with MathML for screen readers, or says in Japanese why it cannot. A part that the page
 * cannot show is always reported, never just left out.
 */
export function typeset(latex: string, displayMode: boolean): { html: string } | { problem: string } {
  try {
    const html = katex.renderToString(latex.trim(), {
      displayMode,
      output: 'htmlAndMathml',
      throwOnError: true,
      trust: false,
      errorColor: refusedColor,
      strict: (code: string) => (code === 'unicodeTextInMathMode' ? 'error' : 'ignore'),
    });
    if (html.includes(refusedColor)) return { problem: '数式の中にリンク、画像、HTMLの命令は使えません。' };
    const { html: clean, isWhole } = cleanFormula(html);
    return isWhole
      ? { html: clean }
      : { problem: '数式の一部を画面に出せません。別の書き方にしてください。' };
  } catch (error) {
    return { problem: refusal(error) };
  }
}
