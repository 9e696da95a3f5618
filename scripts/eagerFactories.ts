// React's packages are written for Node: the bundler wraps each in a function that is called at once. A browser compiles
// such a function while it loads when it stands in brackets, else in the middle of the first task that runs it. The
// bundler writes the brackets (`pifeForModuleWrappers`), the minifier takes them away, this puts them back.
import type { Plugin } from 'vite';

/** The little of a syntax tree that is looked at. */
type Node = { type: string; start: number; end: number };
type Declarations = Node & { declarations: { init?: (Node & { arguments?: Node[] }) | null }[] };

/** Where functions begin and end that are handed over by a call in a declaration at the top of a module. */
export function factoriesIn(body: readonly Node[]): { start: number; end: number }[] {
  return body
    .filter((node): node is Declarations => node.type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? (init.arguments ?? []) : []))
    .filter(({ type }) => type === 'ArrowFunctionExpression');
}

/** Brackets around the factories of the named chunk. */
export function eagerFactories(chunkName: string): Plugin {
  return {
    name: 'eager-factories',
    apply: 'build',
    renderChunk: {
      order: 'post',
      handler(code, { name }) {
        if (name !== chunkName) return null;
        // From the end, so that the places before stay true.
        const factories = factoriesIn(this.parse(code).body).reverse();
        return factories.reduce(
          (text, { start, end }) => `${text.slice(0, start)}(${text.slice(start, end)})${text.slice(end)}`,
          code,
        );
      },
    },
  };
}
