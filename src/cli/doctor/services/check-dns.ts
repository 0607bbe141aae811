import { AppError } from '../../../platform/base/errors.js';
import { createFindTexts } from '../../../platform/outbound/text-records.js';
import type { DatabaseCheck } from '../base/check.js';
import { ok, skipped, warning } from '../base/finding.js';

/** Looks up TXT records, as the confirmation of a hostname does. */
export const checkDns: DatabaseCheck = {
  name: 'dns',
  about: 'whether the DNS server answers for TXT records, if a site has a hostname',
  needs: 'tables',
  async run({ database: { read } }) {
    const site = await read.first(
      read.sql.selectFrom('Site').select('hostname').where('hostname', 'is not', null).orderBy('id', 'desc').limit(1),
    );
    if (!site) return [skipped('No site has a hostname.')];
    try {
      await createFindTexts()(site.hostname!);
      return [ok('The DNS server answers for TXT records.')];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [
        warning(
          `The DNS server does not answer for TXT records of ${site.hostname}, so hostnames cannot be confirmed.`,
          'Check the DNS server of this machine, or confirm hostnames with `docgraph site confirm`.',
        ),
      ];
    }
  },
};
