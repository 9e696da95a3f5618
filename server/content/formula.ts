import katex from 'katex';

/** Words for what KaTeX refuses; its own message follows in brackets. */
function refusal(error: unknown): string {
  const text = error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : String(error);
  if (text.includes('unicodeTextInMathMode')) return '数式の中の日本語は \\text{…} で囲んでください。';
  return `数式を組めません (${text})。`;
}

/** Typesets LaTeX as HTML with MathML for screen readers, or says in Japanese why it cannot. */
export function typeset(latex: string, displayMode: boolean): { html: string } | { problem: string } {
  try {
    const html = katex.renderToString(latex.trim(), {
      displayMode,
      output: 'htmlAndMathml',
      throwOnError: true,
      trust: false,
      strict: (code: string) => (code === 'unicodeTextInMathMode' ? 'error' : 'ignore'),
    });
    return { html };
  } catch (error) {
    return { problem: refusal(error) };
  }
}
