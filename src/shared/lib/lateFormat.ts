/**
 * A way to write dates that is made when it is first used: making one costs a phone as much as drawing a small page, and
 * most pages need none of those that their modules name.
 */
export function lateFormat(
  options: Intl.DateTimeFormatOptions,
  locale = 'ja-JP',
): Pick<Intl.DateTimeFormat, 'format'> {
  let made: Intl.DateTimeFormat | undefined;
  return {
    format(date) {
      made ??= new Intl.DateTimeFormat(locale, options);
      return made.format(date);
    },
  };
}
