/**
 * Shown in the frame while the first page is loading. It is neutral and looks like no page. It is as high as the
 * window, so that nothing visible moves when the page appears.
 */
export function Waiting() {
  return <div aria-busy="true" style={{ minHeight: '100vh' }} />;
}
