/** The value of a cookie in `document.cookie`, percent-decoded once; `null`: there is none. */
export function cookieValue(cookies: string, name: string): string | null {
  for (const pair of cookies.split('; ')) {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals) !== name) continue;
    const value = pair.slice(equals + 1);
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  }
  return null;
}
