/** The JSON Schemas by kind, as data. */
import kataConfig from '../../../schemas/kataconfiguration.openshift.io/kataconfig_v1.json' with { type: 'json' };

export const schemas = { KataConfig: kataConfig } as const;
