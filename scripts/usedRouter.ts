// The router names its components for the developer tools (`Form.displayName = 'Form'`) and makes them with calls that
// a bundler must take for effects. Both keep components in the build that no page uses, with everything they need: 1.5
// of a guest's 110 kB. This plugin drops the names and marks the calls, so that only what is imported stays.
import type { Plugin } from 'vite';

const name = /^[ \t]*[\w$]+\.displayName = "[^"\n]*";$/gm;
const call = /(?<=^var [\w$]+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm;

/** The code of the router without names of components, and with their making marked as free of effects. */
export function withoutNames(code: string): string {
  return code.replace(name, '').replace(call, '/* @__PURE__ */ ');
}

/** Lets the build drop the router's unused components. */
export function usedRouter(): Plugin {
  let isChanged = false;
  return {
    name: 'used-router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]node_modules[\\/]react-router[\\/]dist[\\/]/ },
      handler(code) {
        const used = withoutNames(code);
        if (used === code) return null;
        isChanged = true;
        return { code: used, map: null };
      },
    },
    // A new version of the router may be written in another way.
    buildEnd(error) {
      if (!error && !isChanged) this.error('The router has no names to drop: see scripts/usedRouter.ts.');
    },
  };
}
