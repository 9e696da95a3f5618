// React's packages are written for Node: the bundler wraps each in a function that is called at once. A browser
// compiles such a function while loading if it is in parentheses; otherwise during the first task that runs it, which
// delays that task. The bundler writes the parentheses (`pifeForModuleWrappers`), the minifier removes them, and this
// plugin adds them again.
import type { Plugin } from 'vite';

/** The part of a syntax tree node that is used. */
type Node = { type: string; start: number; end: number };
type Declarations = Node & { declarations: { init?: (Node & { arguments?: Node[] }) | null }[] };

/** Start and end of functions that are passed as arguments in declarations at the top level of a module. */
export function factoriesIn(body: readonly Node[]): { start: number; end: number }[] {
  return body
    .filter((node): node is Declarations => node.type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? (init.arguments ?? []) : []))
    .filter(({ type }) => type === 'ArrowFunctionExpression');
}

/** Adds parentheses around the factories in the named chunk. */
export function eagerFactories(chunkName: string): Plugin {
  return {
    name: 'eager-factories',
    apply: 'build',
    renderChunk: {
      order: 'post',
      handler(code, { name }) {
        if (name !== chunkName) return null;
        // From the end, so that earlier positions stay valid.
        const factories = factoriesIn(this.parse(code).body).reverse();
        return factories.reduce(
          (text, { start, end }) => `${text.slice(0, start)}(${text.slice(start, end)})${text.slice(end)}`,
          code,
        );
      },
    },
  };
}
