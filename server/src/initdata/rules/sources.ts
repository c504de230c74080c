/** Sources of the initdata rules. */
import { adaptor112, kataUpstream } from '#core/product/sources.ts';

export const kataInitdata = kataUpstream('src/libs/kata-types/src/initdata.rs');
export const adaptorInitdata = adaptor112('src/cloud-api-adaptor/pkg/initdata/initdata.go');
export const provision = adaptor112('src/cloud-api-adaptor/pkg/userdata/provision.go');
export const guide = adaptor112('src/cloud-api-adaptor/docs/initdata.md');
export const cococtl = 'confidential-containers/cococtl@d0c3af9c cmd/initdata';
