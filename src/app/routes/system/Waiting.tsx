/** Stands in the frame while the first page is on its way: quiet, it never claims to be any page. */
export function Waiting() {
  return <div aria-busy="true" />;
}
