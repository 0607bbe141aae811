import { AppError } from '../../../platform/base/errors.js';
import type { Account } from '../../graphql/execution/account.js';

/** Bytes of processed text that one point pays for. */
const bytesOfPoint = 4096;

/** Maximum number of points that the texts of one GraphQL call may cost together: 20 MB. */
const maxTextCost = 5000;

/** Charges points for text that a request processes, as soon as its length is known; see `Context.pay`. */
export interface TextPayment {
  (bytes: number): Promise<void>;
  /** Returns the bytes that were paid for so far. */
  paid(): number;
}

/**
 * Creates the payment of one request. Fractions of a point are added up to whole ones. All fields of a call that pay in
 * one iteration of the event loop are counted before any of them continues. If they are too much together, none returns
 * text.
 * @param isBounded whether one call has a maximum, as calls of the graph have; `/v1` has other limits
 */
export function createTextPayment(charge: Account['charge'], isBounded: boolean): TextPayment {
  let [total, charged] = [0, 0];
  const assertWithinLimit = (): void => {
    if (isBounded && total > maxTextCost) throw tooMuch(total);
  };
  const pay = async (bytes: number): Promise<void> => {
    total += bytes / bytesOfPoint;
    assertWithinLimit();
    const points = Math.floor(total - charged);
    if (points === 0) return;
    charged += points;
    await charge(points);
    if (!isBounded) return;
    await new Promise((resolve) => setImmediate(resolve));
    assertWithinLimit();
  };
  return Object.assign(pay, { paid: () => total * bytesOfPoint });
}

function tooMuch(total: number): AppError {
  const message = `The texts of a query must cost at most ${maxTextCost} points, a point for each 4 KiB (got ${Math.ceil(total)}); ask for fewer at once`;
  return new AppError('BAD_USER_INPUT', message, { reason: 'QUERY_TOO_COMPLEX' });
}
