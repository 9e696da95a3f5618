/** Encodings a request accepts; `*` and weights count (RFC 9110 12.5.3). */
export function accepts(header: string, encoding: 'br' | 'gzip'): boolean {
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(',')) {
    const [name, ...settings] = entry.split(';').map((part) => part.trim());
    const weight = settings.find((setting) => setting.startsWith('q='));
    if (name) weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
}
