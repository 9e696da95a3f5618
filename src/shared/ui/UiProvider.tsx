import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import './mantine.css';
import type { ReactNode } from 'react';
import { useScheme } from './display.ts';
import { theme } from './theme.ts';

const noRoot = () => undefined;

/**
 * Mantine for the part of the page below it. It adds no style elements (`theme.css` has the variables) and does not
 * change `<html>`: `display.ts` sets the colour scheme, with or without Mantine on the page. For the same reason do not
 * use responsive style props (`p={{ base: …, sm: … }}`); use a CSS module.
 */
export function UiProvider({ children }: { children: ReactNode }) {
  const scheme = useScheme();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      getRootElement={noRoot}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={true}
    >
      {children}
    </MantineProvider>
  );
}
