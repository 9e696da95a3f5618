import type { FaultBook } from './faults.ts';
import { type Fields, formText, stamp } from './wire.ts';
import { heldYen, type Trade } from './world.ts';

/** Notifies the shop of what happened (money.md 4.10). */

type Note = { place: number; orderId: string; body: string; dueAt: number; tries: number; isHeld: boolean };

/** How often one notification is sent at most, and the pause between two tries, milliseconds. */
const mostTries = 5;
const pause = 60 * 60_000;

/** A notification as the gateway posts it; passes are asterisks. */
export function noteFields(trade: Trade, shopId: string, extra: Fields = {}): Fields {
  const base: Fields = {
    ShopID: shopId,
    ShopPass: '**********',
    AccessID: trade.accessId,
    AccessPass: '*'.repeat(32),
    OrderID: trade.orderId,
    Status: trade.status,
    JobCd: trade.jobCd,
    Amount: String(trade.amount),
    Tax: '0',
    Currency: 'JPN',
    Forward: trade.forward,
    Method: trade.tranId ? '1' : '',
    PayTimes: '',
    TranID: trade.tranId,
    Approve: trade.approve,
    TranDate: stamp(trade.processedAt),
    ErrCode: '',
    ErrInfo: '',
    PayType: trade.payType,
  };
  if (trade.payType === '3')
    return {
      ...base,
      CvsCode: trade.cvs?.store ?? '',
      CvsConfNo: trade.cvs?.confNo ?? '',
      CvsReceiptNo: trade.cvs?.receiptNo ?? '',
      PaymentTerm: trade.cvs ? stamp(trade.cvs.dueAt) : '',
      FinishDate: trade.cvs?.paidAt ? stamp(trade.cvs.paidAt) : '',
      ReceiptDate: stamp(trade.enteredAt),
      ...extra,
    };
  if (trade.payType === '36') {
    const latest = trade.bank?.transfers.at(-1);
    return {
      ...base,
      GanbProcessType: '1',
      GanbRequestAmount: String(trade.amount),
      GanbExpireDate: trade.bank ? stamp(trade.bank.dueAt).slice(0, 8) : '',
      GanbAccountNumber: trade.bank?.number ?? '',
      GanbSettlementDate: latest?.on ?? '',
      GanbInAmount: String(latest?.amount ?? ''),
      GanbInClientName: latest?.name ?? '',
      GanbTotalTransferAmount: String(heldYen(trade)),
      GanbTotalTransferCount: String(trade.bank?.transfers.length ?? 0),
      ...extra,
    };
  }
  return { ...base, ...extra };
}

/** The receiver: an address, or a function that takes the body and answers the reply's text. */
export type Receiver = string | ((body: string) => Promise<string>);

async function postTo(receiver: Receiver, body: string): Promise<string> {
  if (typeof receiver === 'function') return receiver(body);
  const answer = await fetch(receiver, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  });
  return answer.text();
}

export type Notifier = {
  /** `null`: nobody is notified. */
  to(receiver: Receiver | null): void;
  /** Queues a notification; `true`: it must be sent before the call is answered. */
  queue(trade: Trade, extra?: Fields): boolean;
  /** Sends everything that is due. Resolves with how many were sent. */
  deliver(): Promise<number>;
  waiting(): number;
  stop(): void;
};

export function createNotifier(options: {
  shopId: string;
  faults: FaultBook;
  now(): number;
  /** Sends automatically when something becomes due. */
  isAutomatic: boolean;
}): Notifier {
  const { faults, now } = options;
  let receiver: Receiver | null = null;
  let notes: Note[] = [];
  let placed = 0;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  async function post(note: Note): Promise<void> {
    if (receiver === null) return;
    try {
      if ((await postTo(receiver, note.body)).trim() === '0') return;
    } catch {
      // The receiver could not be reached: this counts like any other wrong reply.
    }
    if (note.tries + 1 < mostTries)
      notes.push({ ...note, tries: note.tries + 1, dueAt: now() + pause, isHeld: false });
  }

  async function deliver(): Promise<number> {
    let sent = 0;
    for (;;) {
      const note = notes.find((one) => !one.isHeld && one.dueAt <= now());
      if (!note) return sent;
      notes = notes.filter((one) => one !== note);
      await post(note);
      sent += 1;
      // Notifications that were held back so that a later one overtakes them.
      for (const held of notes) {
        if (held.isHeld && held.orderId === note.orderId && held.place < note.place) held.isHeld = false;
      }
    }
  }

  /** Sets the timer to the next notification. One that is to be tried again in an hour holds up nothing newer. */
  function plan(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (!options.isAutomatic || isStopped || receiver === null) return;
    const due = Math.min(...notes.filter((note) => !note.isHeld).map((note) => note.dueAt));
    if (!Number.isFinite(due)) return;
    timer = setTimeout(
      async () => {
        await deliver();
        plan();
      },
      Math.min(Math.max(0, due - now()), pause),
    );
    timer.unref();
  }

  return {
    to(next) {
      receiver = next;
      plan();
    },
    queue(trade, extra) {
      const modes = faults.ofNote(trade.orderId);
      const has = (mode: string) => modes.some((fault) => fault.value.startsWith(mode));
      if (has('never') || isStopped) return false;
      const shopId = has('wrong_shop') ? 'tshop99999999' : options.shopId;
      const late = modes.find((fault) => fault.value.startsWith('late'))?.number ?? 0;
      placed += 1;
      const note: Note = {
        place: placed,
        orderId: trade.orderId,
        body: formText(noteFields(trade, shopId, extra)),
        dueAt: now() + late,
        tries: 0,
        isHeld: has('reordered'),
      };
      notes.push(note);
      if (has('twice')) notes.push({ ...note });
      plan();
      return has('before_reply');
    },
    deliver,
    waiting: () => notes.length,
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
