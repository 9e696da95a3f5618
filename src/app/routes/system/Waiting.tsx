/**
 * Stands in the frame while the first page is on its way: quiet, it never claims to be any page. As high as the window,
 * so that nothing visible moves when the page comes.
 */
export function Waiting() {
  return <div aria-busy="true" style={{ minHeight: '100vh' }} />;
}
