import { request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Log } from '../../log.ts';
import type { Answer, Failure, UnknownWhy } from '../port.ts';
import { type CallKind, classify } from './classify.ts';
import { createLane, type LaneLimits } from './lane.ts';
import { decodeAnswer, type Fields, formBody, readReply, unsendableFields } from './wire.ts';

/** Limits of one call, milliseconds. */
export type CallLimits = LaneLimits & { connectTimeout: number; totalTimeout: number };

/** More than any answer has, bytes. */
const longestAnswer = 64 * 1024;

type Raw = { status: number; bytes: Buffer } | Failure;

const notStarted = (why: string): Failure => ({
  kind: 'not_started',
  codes: [why],
  repeat: true,
  alarm: false,
});

export const unknownFailure = (why: UnknownWhy): Failure => ({
  kind: 'unknown',
  why,
  codes: [],
  alarm: false,
});

/**
 * One POST over its own connection, so that it is certain whether the first byte may have been sent. Before the
 * connection (and its encryption) is established, nothing was started; after that, every error leaves the result
 * unknown.
 */
function post(url: URL, body: string, limits: CallLimits): Promise<Raw> {
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded;charset=Windows-31J',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    },
  };
  return new Promise((resolve) => {
    let isConnected = false;
    let why: UnknownWhy = 'reset';
    const call = (url.protocol === 'https:' ? overHttps : overHttp)(url, options);
    const end = (raw: Raw) => {
      clearTimeout(connecting);
      clearTimeout(lasting);
      resolve(raw);
      call.destroy();
    };
    const fail = () => end(isConnected ? unknownFailure(why) : notStarted('connect'));
    const connecting = setTimeout(fail, limits.connectTimeout);
    const lasting = setTimeout(() => {
      why = 'timeout';
      fail();
    }, limits.totalTimeout);

    call.on('error', fail);
    call.on('socket', (socket) => {
      const begin = () => {
        isConnected = true;
        clearTimeout(connecting);
        call.end(body);
      };
      socket.once((socket as TLSSocket).encrypted ? 'secureConnect' : 'connect', begin);
    });
    call.on('response', (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > longestAnswer) return end(unknownFailure('unreadable'));
        chunks.push(chunk);
      });
      answer.on('error', fail);
      answer.on('close', () => !answer.complete && fail());
      answer.on('end', () => end({ status: answer.statusCode ?? 0, bytes: Buffer.concat(chunks) }));
    });
  });
}

/** A call: its fields, and what its answer must hold. */
export type Call = {
  name: string;
  kind: CallKind;
  fields: Fields;
  /** Field names without which the answer is incomplete. */
  expected: readonly string[];
  /** Codes that count as an answer here, not as an error. */
  expects?: ReadonlySet<string>;
};

/** Patterns of the fields of a good answer; an answer that was cut off inside one of them is not accepted. */
const shapes: Record<string, RegExp> = {
  AccessID: /^[0-9A-Za-z]{32}$/,
  AccessPass: /^[0-9A-Za-z]{32}$/,
  ACS: /^\d$/,
  Amount: /^\d+$/,
  CheckString: /^[0-9a-f]{32}$/,
  ProcessDate: /^\d{14}$/,
  TranDate: /^\d{14}$/,
  PaymentTerm: /^(\d{14})?$/,
  AvailableDate: /^\d{8}$/,
  GanbTotalTransferAmount: /^\d*$/,
  GanbTotalTransferCount: /^\d*$/,
};

function hasShape(fields: Record<string, string>, expected: readonly string[]): boolean {
  return expected.every((name) => shapes[name]?.test(fields[name] ?? '') ?? true);
}

export type Caller = {
  /** Calls for an answer of fields. */
  ask(call: Call): Promise<Answer<{ fields: Record<string, string> }>>;
  /** Calls for an answer of lines that are not fields. */
  askLines(call: Omit<Call, 'expected'>): Promise<Answer<{ lines: string[] }>>;
};

/** Calls the gateway at `base`. Its log has only names and codes. */
export function createCaller(base: string, limits: CallLimits, log: Log): Caller {
  const lane = createLane(limits);

  async function send({ name, fields }: Pick<Call, 'name' | 'fields'>): Promise<{ text: string } | Failure> {
    const bad = unsendableFields(fields);
    if (bad.length > 0) {
      log.error('payment_letters', { call: name, fields: bad.join(' ') });
      return { kind: 'not_started', codes: ['letters'], repeat: false, alarm: true };
    }
    const leave = await lane.enter();
    if (leave === null) return notStarted('busy');
    try {
      const raw = await post(new URL(`payment/${name}.idPass`, base), formBody(fields), limits);
      if ('kind' in raw) return raw;
      if (raw.status !== 200) return unknownFailure('http');
      const text = decodeAnswer(raw.bytes);
      return text === null ? unknownFailure('unreadable') : { text };
    } finally {
      leave();
    }
  }

  function report(name: string, failure: Failure): Failure {
    const fields = {
      call: name,
      outcome: failure.kind,
      why: failure.kind === 'unknown' ? failure.why : undefined,
      codes: failure.codes.join(' '),
    };
    if (failure.alarm) log.error('payment_alarm', fields);
    else log.info('payment_call', fields);
    return failure;
  }

  return {
    async ask(call) {
      const sent = await send(call);
      if ('kind' in sent) return report(call.name, sent);
      const reply = readReply(sent.text, call.expected);
      if (reply === null) return report(call.name, unknownFailure('unreadable'));
      if ('errors' in reply) {
        const failure = classify(reply.errors, call.kind);
        const isExpected = failure.codes.length > 0 && failure.codes.every((code) => call.expects?.has(code));
        return isExpected ? failure : report(call.name, failure);
      }
      if (!hasShape(reply.fields, call.expected)) return report(call.name, unknownFailure('unreadable'));
      return { kind: 'ok', fields: reply.fields };
    },
    async askLines(call) {
      const sent = await send(call);
      if ('kind' in sent) return report(call.name, sent);
      if (sent.text.startsWith('ErrCode=') || sent.text.includes('&ErrInfo=')) {
        const reply = readReply(sent.text, []);
        if (reply !== null && 'errors' in reply) return report(call.name, classify(reply.errors, call.kind));
      }
      return { kind: 'ok', lines: sent.text.split(/\r?\n/).filter((line) => line !== '') };
    },
  };
}
