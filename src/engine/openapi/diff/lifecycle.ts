import type { Members } from '../../base/members.js';
import { shown, type Verdict } from './detail.js';

// The rules of oasdiff with its default settings: stability threshold `beta`, no minimum of days before a sunset.

/** From the least to the most stable. */
const levels = ['draft', 'alpha', 'beta', 'stable'];

/** The first level that may not break callers. */
const threshold = levels.indexOf('beta');

/** Position of the `x-stability-level` in `levels`; without one it is stable; -1 for any other value. */
function levelOf({ 'x-stability-level': level }: Members): number {
  return level === undefined || level === null ? levels.indexOf('stable') : levels.indexOf(String(level));
}

/** Whether something is a draft or alpha, which may change and be removed at any time. */
export function isUnstable(members: Members): boolean {
  const level = levelOf(members);
  return level >= 0 && level < threshold;
}

/** Reports another `x-stability-level`: a lower one breaks, and one that does not exist. */
export function compareStability(before: Members, after: Members): Verdict[] {
  const [was, is] = [levelOf(before), levelOf(after)];
  if (was === is && is >= 0) return [];
  const [one, other] = [before['x-stability-level'], after['x-stability-level']];
  if (is < 0 && shown(one) !== shown(other))
    return [{ message: `the stability level must be ${levels.join(', ')} (got ${shown(other)})`, isBreaking: true }];
  if (was < threshold || is < 0) return [];
  return [{ message: `the stability level was ${levels[was]} and is ${levels[is]}`, isBreaking: is < was }];
}

/** The day of an `x-sunset`, `2026-12-31` or a date-time of RFC 3339; undefined for any other value. */
function sunsetDay({ 'x-sunset': sunset }: Members): string | undefined {
  if (typeof sunset !== 'string' || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/i.test(sunset))
    return undefined;
  const day = sunset.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return isDay && !Number.isNaN(Date.parse(sunset)) ? day : undefined;
}

/**
 * Whether removing something breaks callers: not if it is a draft or alpha, or deprecated without a sunset, or its sunset is today or
 * before.
 * @param today `2026-12-31`
 */
export function removalBreaks(members: Members, today: string): boolean {
  if (isUnstable(members)) return false;
  if (members.deprecated !== true || levelOf(members) < 0) return true;
  if (members['x-sunset'] === undefined) return false;
  const day = sunsetDay(members);
  return day === undefined || today < day;
}

/** Reports a deprecation that begins or ends, and another `x-sunset` of what is deprecated. */
export function compareDeprecation(before: Members, after: Members, today: string): Verdict[] {
  const [was, is] = [before.deprecated === true, after.deprecated === true];
  if (was && !is) return [{ message: 'it is no longer deprecated', isBreaking: false }];
  if (!is) return [];
  const [day, sunset] = [sunsetDay(after), after['x-sunset']];
  if (sunset !== undefined && day === undefined && shown(sunset) !== shown(before['x-sunset']))
    return [{ message: `x-sunset must be a date as in RFC 3339 (got ${shown(sunset)})`, isBreaking: true }];
  if (!was) return [begun(day, today)];
  if (sunset === undefined)
    return before['x-sunset'] === undefined ? [] : [{ message: 'its sunset was removed', isBreaking: true }];
  const earlier = sunsetDay(before);
  if (earlier === day || day === undefined) return [];
  const isBreaking = earlier !== undefined && day < earlier;
  return [{ message: `its sunset was ${earlier ?? 'not given'} and is ${day}`, isBreaking }];
}

function begun(day: string | undefined, today: string): Verdict {
  if (day === undefined) return { message: 'it is deprecated now', isBreaking: false };
  const isPast = day < today;
  return {
    message: `it is deprecated now, its sunset is ${day}${isPast ? ', which is past' : ''}`,
    isBreaking: isPast,
  };
}
