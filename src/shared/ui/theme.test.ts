import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

const ownColors = ['red', 'pink', 'blue', 'orange', 'gray', 'dark'];
const unusedColors = Object.keys(DEFAULT_THEME.colors).filter((name) => !ownColors.includes(name));

/** The CSS variables of the theme, without unused colours. */
function themeCss(): string {
  const variables = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const drop = (values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name]) => !unusedColors.some((color) => name.includes(`color-${color}-`)),
      ),
    );
  const css = convertCssVariables(
    {
      variables: drop(variables.variables),
      light: drop(variables.light),
      dark: drop(variables.dark),
    },
    ':root',
  );
  const lines = css
    .replaceAll(/\s*\{\s*/g, ' {\n')
    .replaceAll(/;\s*/g, ';\n')
    .replaceAll(/\}\s*/g, '}\n\n')
    .split('\n')
    .map((line) => (line.startsWith('--') ? `  ${line}` : line))
    .join('\n')
    .replaceAll(/\n\n+\}/g, '\n}')
    .trim();
  return `/* biome-ignore-all format: written from theme.ts by \`npx vitest run src/shared/ui/theme.test.ts -u\` */\n${lines}\n`;
}

test('theme.css is what theme.ts says', async () => {
  await expect(themeCss()).toMatchFileSnapshot('./theme.css');
});

test('breakpoints are those of the specification', () => {
  const pixels = Object.values(theme.breakpoints ?? {}).map((value) => Number.parseFloat(value ?? '') * 16);
  expect(pixels).toEqual([600, 960, 1264, 1904, 2900]);
});
