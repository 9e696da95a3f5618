import { StaffError } from '../domain/operator/audit.ts';
import { type Command, type CommandContext, OperatorError } from './command.ts';
import * as acts from './moneyActs.ts';
import * as looks from './moneyLooks.ts';
import { notifications } from './moneyNotifications.ts';
import { paper } from './moneyPaper.ts';
import { transfers } from './moneyTransfers.ts';

type Action = (context: CommandContext) => Promise<number>;

const actions: Record<string, Action> = {
  list: looks.list,
  show: looks.show,
  search: looks.search,
  compare: looks.compare,
  report: looks.report,
  settle: looks.settle,
  audit: looks.auditTrail,
  refund: acts.refund,
  approve: acts.approve,
  transfers,
  match: acts.match,
  return: acts.giveBack,
  resend: acts.resendMail,
  paper,
  posted: acts.posted,
  chargeback: acts.chargeback,
  done: acts.done,
  notifications,
  'grant-hold': acts.grantHold,
  release: acts.grantRelease,
  'pause-charging': acts.pauseCharging,
  'resume-charging': acts.resumeCharging,
  hold: acts.holdAll,
  resume: acts.resumeAll,
};

const who = '--by 名前 --why 理由';

/** `npm run money -- …`: the staff's commands (money.md 8). Each act is kept with who, why, before and after. */
export const moneyCommand: Command = {
  name: 'money',
  usage: [
    'list',
    `show <注文番号> [--personal ${who}]`,
    `search <注文番号> ${who}`,
    'compare [--days 7]',
    'report <2027-04> [--test]',
    `settle import <CSVファイル> [--month 2027-04] [--columns 注文の列,金額の列] ${who}`,
    'audit [注文番号]',
    `refund <注文番号> [--item 1 | --amount 3000] [--keep-access] [--cooling-off] ${who}`,
    `approve <返金の番号> ${who}`,
    `transfers export <CSVファイル> [--test] ${who}`,
    `transfers account <注文番号> <JSONファイル> ${who}`,
    `transfers paid <返金の番号> [--on 2027-04-12] ${who}`,
    `transfers returned <返金の番号> ${who}`,
    `match <決済番号> <注文番号> [--force] ${who}`,
    `return <決済番号> ${who}`,
    `resend <注文番号> mail|receipt|document ${who}`,
    `paper <注文番号> <PDFファイル> ${who}`,
    `posted <注文番号> --on 2027-04-12 ${who}`,
    `chargeback <注文番号> --amount 9800 [--end-access] ${who}`,
    `done <確認待ちの番号> [--won | --lost] ${who}`,
    `notifications done <通知の番号> ${who}`,
    `notifications done parked|odd --before 2027-04-12 [--network 送信元] ${who}`,
    `grant-hold | release <注文番号> ${who}`,
    `pause-charging | resume-charging ${who}`,
    `hold | resume ${who}`,
  ],
  async run(context) {
    const [name, ...args] = context.args;
    const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action)
      throw new OperatorError(
        name ? `「${name}」というコマンドはありません。` : 'コマンドを指定してください。',
      );
    try {
      return await action({ ...context, args });
    } catch (error) {
      throw error instanceof StaffError ? new OperatorError(error.message) : error;
    }
  },
};
