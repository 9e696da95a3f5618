import { describe, expect, it } from 'vitest';
import { isAllowedEndpoint, isPublicAddress, publicLookup } from './target.ts';

describe('an endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QABC',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('of a push service is taken: %s', (endpoint) => {
    expect(isAllowedEndpoint(endpoint, false)).toBe(true);
  });

  it.each([
    'http://push.example.com/a',
    'https://push.example.com:8443/a',
    'https://user:secret@push.example.com/a',
    'https://localhost/a',
    'https://printer/a',
    'https://db.internal/a',
    'https://127.0.0.1/a',
    'https://10.0.0.8/a',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://[::1]/a',
    'https://[fd00::1]/a',
    'https://93.184.216.34/a',
    'file:///etc/passwd',
    'push',
  ])('that is none is refused: %s', (endpoint) => {
    expect(isAllowedEndpoint(endpoint, false)).toBe(false);
  });

  it('on this machine is taken only where tests allow it', () => {
    expect(isAllowedEndpoint('http://127.0.0.1:4999/a', true)).toBe(true);
    expect(isAllowedEndpoint('http://127.0.0.2:4999/a', true)).toBe(false);
    expect(isAllowedEndpoint('http://push.example.com/a', true)).toBe(false);
  });
});

it.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['100.100.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['fe80::1', false],
  ['push.example.com', false],
])('address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

it('a name that leads to this machine is refused when the call is made', async () => {
  const answer = await new Promise((resolve) => {
    publicLookup('localhost', {}, (error, address) => resolve(error ? error.name : address));
  });
  expect(answer).toBe('PrivateAddressError');
});
