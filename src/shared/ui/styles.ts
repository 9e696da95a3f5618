/**
 * Styles of every page, in this order. Mantine's rules come in the cascade layer `mantine`, so ours always win,
 * whatever order chunks load in. Rules of single Mantine components are imported by `UiProvider.tsx`, which guest
 * pages without forms do not load (performance.md 4.3).
 */
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import './theme.css';
import './tokens.css';
import './base.css';
