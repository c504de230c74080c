/**
 * Published security advisories for Kata that affect files of users. All text is English, because reports for other
 * tools contain it. Sources: domain/11-newer-releases.md 11.3; kata-containers/kata-containers@ddcb1ad8d2
 * docs/releases/4.1.0.md (Security).
 */

import type { Advisory } from '../common/advisory.ts';

/** The host can write files in the guest through symbolic links. */
export const copyFileAdvisory: Advisory = {
  id: 'GHSA-q49m-57vm-c8cc',
  aliases: ['CVE-2026-41326'],
  affected: 'genpolicy < 3.29.0',
  fixed: '3.29.0',
  // genpolicy 3.29 and 3.30 deny paths that end in a name with two letters: kata-containers@56eda168.
  remedy: 'Use a guest with Kata 3.29.0 or later, and regenerate the policy with genpolicy 3.31.0 or later.',
};

/** The host can mount paths of its choice in containers. */
export const mountAdvisory: Advisory = {
  id: 'GHSA-fmg6-v47x-52wr',
  aliases: [],
  affected: 'genpolicy <= 4.0.0',
  fixed: '4.1.0',
  remedy:
    'Regenerate the policy with genpolicy 4.1.0 or later and its settings. Then update initdata digests and reference values.',
};

/** An annotation can give a pod access to the files of the node. */
export const virtiofsAdvisory: Advisory = {
  id: 'GHSA-rr59-xxvx-96qr',
  aliases: [],
  affected: 'kata-containers < 3.31.0',
  fixed: '3.31.0',
  remedy: 'Remove virtio_fs_extra_args from enable_annotations.',
};
