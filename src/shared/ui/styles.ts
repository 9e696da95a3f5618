/**
 * Styles of every page, in this order. Mantine's rules are in the cascade layer `mantine`, so ours always win, in
 * whatever order chunks load. `UiProvider.tsx` imports the rules of single Mantine components; guest pages without
 * forms do not load it (performance.md 4.3).
 */
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import './theme.css';
import './tokens.css';
import './base.css';
