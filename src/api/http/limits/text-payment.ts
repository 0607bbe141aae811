import { AppError } from '../../../platform/base/errors.js';
import type { Account } from '../../graphql/execution/account.js';

/** Number of bytes of processed text per point. */
const bytesPerPoint = 4096;

/** Maximum number of points for all texts of one GraphQL call; they pay for 20 MB. */
const maxTextCost = 5000;

/** Charges points for the text that a request processes, as soon as the length is known; see `Context.pay`. */
export interface TextPayment {
  (bytes: number): Promise<void>;
  /** Returns the number of bytes that were paid for so far. */
  paid(): number;
}

/**
 * Creates the payment function of one request. Charges only whole points, and adds up the fractions. All fields of a
 * call that pay in one iteration of the event loop are counted before any of them continues. If their sum exceeds the
 * maximum, all of them fail.
 * @param isBounded whether one call has a maximum: true for GraphQL calls; `/v1` has other limits
 */
export function createTextPayment(charge: Account['charge'], isBounded: boolean): TextPayment {
  let [total, charged] = [0, 0];
  const assertWithinLimit = (): void => {
    if (isBounded && total > maxTextCost) throw tooMuch(total);
  };
  const pay = async (bytes: number): Promise<void> => {
    total += bytes / bytesPerPoint;
    assertWithinLimit();
    const points = Math.floor(total - charged);
    if (points === 0) return;
    charged += points;
    await charge(points);
    if (!isBounded) return;
    await new Promise((resolve) => setImmediate(resolve));
    assertWithinLimit();
  };
  return Object.assign(pay, { paid: () => total * bytesPerPoint });
}

function tooMuch(total: number): AppError {
  const message = `The texts of a query must cost at most ${maxTextCost} points, a point for each 4 KiB (got ${Math.ceil(total)}); ask for fewer at once`;
  return new AppError('BAD_USER_INPUT', message, { reason: 'QUERY_TOO_COMPLEX' });
}
