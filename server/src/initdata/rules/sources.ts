/** Sources of the initdata rules. */
import { adaptor112, kataUpstream } from '#core/product/sources.ts';

export const kataInitdata = kataUpstream('src/libs/kata-types/src/initdata.rs');
export const adaptorInitdata = adaptor112('src/cloud-api-adaptor/pkg/initdata/initdata.go');
export const provision = adaptor112('src/cloud-api-adaptor/pkg/userdata/provision.go');
export const guide = adaptor112('src/cloud-api-adaptor/docs/initdata.md');
export const guestSources: readonly string[] = [
  'confidential-containers/guest-components@8246e5e0 attestation-agent/attestation-agent/src/config',
  'confidential-containers/guest-components@8246e5e0 confidential-data-hub/hub/src/config/mod.rs',
  'confidential-containers/guest-components@8246e5e0 attestation-agent/deps/resource_uri/src/lib.rs',
];
export const cococtl = 'confidential-devhub/cococtl@d0c3af9c cmd/initdata';
