import { AppError } from '../../../platform/base/errors.js';
import type { Account } from '../../graphql/execution/account.js';

/** Bytes of text that one point pays for being worked on. */
const bytesOfPoint = 4096;

/** Points that the texts of one call of the graph may cost together: 20 MB. */
const maxTextCost = 5000;

/** Takes points for text that a request makes us work on, as it is known; see `Context.pay`. */
export interface Pay {
  (bytes: number): Promise<void>;
  /** Bytes that were paid for so far. */
  paid(): number;
}

/**
 * Makes the till of one request. Parts of a point are kept until they are a whole one. All fields of a call that pay in one
 * turn of the event loop are counted before any of them goes on: of what is too much together nothing is given out.
 * @param isBounded whether one call may only cost so much, as those of the graph; `/v1` has bounds of its own.
 */
export function createPay(charge: Account['charge'], isBounded: boolean): Pay {
  let [total, charged] = [0, 0];
  const hold = (): void => {
    if (isBounded && total > maxTextCost) throw tooMuch(total);
  };
  const pay = async (bytes: number): Promise<void> => {
    total += bytes / bytesOfPoint;
    hold();
    const points = Math.floor(total - charged);
    if (points === 0) return;
    charged += points;
    await charge(points);
    if (!isBounded) return;
    await new Promise((resolve) => setImmediate(resolve));
    hold();
  };
  return Object.assign(pay, { paid: () => total * bytesOfPoint });
}

function tooMuch(total: number): AppError {
  const message = `The texts of a query must cost at most ${maxTextCost} points, a point for each 4 KiB (got ${Math.ceil(total)}); ask for fewer at once`;
  return new AppError('BAD_USER_INPUT', message, { reason: 'QUERY_TOO_COMPLEX' });
}
