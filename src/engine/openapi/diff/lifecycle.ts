import type { Members } from '../../base/members.js';
import { formatValue, type UnplacedDetail } from './detail.js';

// The rules in this file follow oasdiff with its default settings: stability threshold `beta`, no minimum number of
// days before a sunset.

/** Stability levels, from least to most stable. */
const levels = ['draft', 'alpha', 'beta', 'stable'];

/** Index of the lowest stability level at which changes must not break callers. */
const threshold = levels.indexOf('beta');

/** Index of `x-stability-level` in `levels`. An absent level counts as stable; any other value is -1. */
function stabilityLevel({ 'x-stability-level': level }: Members): number {
  return level === undefined || level === null ? levels.indexOf('stable') : levels.indexOf(String(level));
}

/** Reports whether an object of the document is a draft or alpha, which may change or be removed at any time. */
export function isUnstable(members: Members): boolean {
  const level = stabilityLevel(members);
  return level >= 0 && level < threshold;
}

/** Reports a changed `x-stability-level`. A lower or unknown level is breaking. */
export function compareStability(before: Members, after: Members): UnplacedDetail[] {
  const [was, is] = [stabilityLevel(before), stabilityLevel(after)];
  if (was === is && is >= 0) return [];
  const [one, other] = [before['x-stability-level'], after['x-stability-level']];
  if (is < 0 && formatValue(one) !== formatValue(other))
    return [
      { message: `the stability level must be ${levels.join(', ')} (got ${formatValue(other)})`, isBreaking: true },
    ];
  if (was < threshold || is < 0) return [];
  return [{ message: `the stability level was ${levels[was]} and is ${levels[is]}`, isBreaking: is < was }];
}

/**
 * Returns the day of `x-sunset`, which is a date such as `2026-12-31` or a date-time of RFC 3339. Returns undefined for
 * any other value.
 */
function sunsetDay({ 'x-sunset': sunset }: Members): string | undefined {
  if (typeof sunset !== 'string' || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/i.test(sunset))
    return undefined;
  const day = sunset.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return isDay && !Number.isNaN(Date.parse(sunset)) ? day : undefined;
}

/**
 * Reports whether a removal breaks callers. It does not if the object is a draft or alpha, is deprecated without a
 * sunset, or has a sunset on or before today.
 * @param today day such as `2026-12-31`
 */
export function removalBreaks(members: Members, today: string): boolean {
  if (isUnstable(members)) return false;
  if (members.deprecated !== true || stabilityLevel(members) < 0) return true;
  if (members['x-sunset'] === undefined) return false;
  const day = sunsetDay(members);
  return day === undefined || today < day;
}

/**
 * Reports that an object became deprecated or is no longer deprecated, and a changed `x-sunset` of a deprecated object.
 */
export function compareDeprecation(before: Members, after: Members, today: string): UnplacedDetail[] {
  const [was, is] = [before.deprecated === true, after.deprecated === true];
  if (was && !is) return [{ message: 'it is no longer deprecated', isBreaking: false }];
  if (!is) return [];
  const [day, sunset] = [sunsetDay(after), after['x-sunset']];
  if (sunset !== undefined && day === undefined && formatValue(sunset) !== formatValue(before['x-sunset']))
    return [{ message: `x-sunset must be a date as in RFC 3339 (got ${formatValue(sunset)})`, isBreaking: true }];
  if (!was) return [newDeprecation(day, today)];
  if (sunset === undefined)
    return before['x-sunset'] === undefined ? [] : [{ message: 'its sunset was removed', isBreaking: true }];
  const earlier = sunsetDay(before);
  if (earlier === day || day === undefined) return [];
  const isBreaking = earlier !== undefined && day < earlier;
  return [{ message: `its sunset was ${earlier ?? 'not given'} and is ${day}`, isBreaking }];
}

function newDeprecation(day: string | undefined, today: string): UnplacedDetail {
  if (day === undefined) return { message: 'it is deprecated now', isBreaking: false };
  const isPast = day < today;
  return {
    message: `it is deprecated now, its sunset is ${day}${isPast ? ', which is past' : ''}`,
    isBreaking: isPast,
  };
}
