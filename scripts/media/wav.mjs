// Minimal WAV reading and writing: 16-bit mono PCM as Float32Array.
export const SAMPLE_RATE = 48000;

export function decodeWav(buffer) {
  let offset = 12;
  while (buffer.toString('latin1', offset, offset + 4) !== 'data')
    offset += 8 + buffer.readUInt32LE(offset + 4);
  const start = offset + 8;
  const count = Math.min(buffer.readUInt32LE(offset + 4), buffer.length - start) >> 1;
  const samples = new Float32Array(count);
  for (let i = 0; i < count; i += 1) samples[i] = buffer.readInt16LE(start + i * 2) / 32768;
  return samples;
}

export function encodeWav(samples) {
  const buffer = Buffer.alloc(44 + samples.length * 2);
  buffer.write('RIFF', 0, 'latin1');
  buffer.writeUInt32LE(36 + samples.length * 2, 4);
  buffer.write('WAVEfmt ', 8, 'latin1');
  buffer.writeUInt32LE(16, 16);
  buffer.writeUInt16LE(1, 20); // PCM
  buffer.writeUInt16LE(1, 22); // mono
  buffer.writeUInt32LE(SAMPLE_RATE, 24);
  buffer.writeUInt32LE(SAMPLE_RATE * 2, 28);
  buffer.writeUInt16LE(2, 32);
  buffer.writeUInt16LE(16, 34);
  buffer.write('data', 36, 'latin1');
  buffer.writeUInt32LE(samples.length * 2, 40);
  for (let i = 0; i < samples.length; i += 1) {
    buffer.writeInt16LE(Math.round(Math.max(-1, Math.min(1, samples[i])) * 32767), 44 + i * 2);
  }
  return buffer;
}
