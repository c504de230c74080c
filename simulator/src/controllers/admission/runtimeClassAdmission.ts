/**
 * Simulates the admission plug-in RuntimeClass. It rejects a pod if its runtime class doesn't exist, otherwise it adds
 * the pod overhead and node selector of the class. Source: kubernetes/kubernetes plugin/pkg/admission/runtimeclass.
 */
import { forbidden } from '#simulator/store/apiError.ts';
import { getMap, getString } from '#simulator/store/kubeObject.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { Controller } from '../framework/controller.ts';
import { pods, runtimeClasses } from '../framework/resourceNames.ts';

/** The admission plug-in RuntimeClass. */
export const runtimeClassAdmission: Controller = {
  name: 'runtime class admission',
  start: () => () => undefined,
  admission:
    ({ client }) =>
    ({ operation, resource, subresource, object, name }) => {
      const wanted = getString(object, 'spec', 'runtimeClassName');
      if (
        operation !== 'CREATE' ||
        resource.plural !== pods.plural ||
        resource.group !== '' ||
        subresource !== undefined ||
        wanted === undefined
      )
        return succeed(object);
      const runtimeClass = client.get(runtimeClasses, wanted);
      if (runtimeClass === undefined)
        return fail(forbidden(resource, name, `pod rejected: RuntimeClass ${JSON.stringify(wanted)} not found`));
      const overhead = getMap(runtimeClass, 'overhead', 'podFixed');
      const nodeSelector = {
        ...getMap(object, 'spec', 'nodeSelector'),
        ...getMap(runtimeClass, 'scheduling', 'nodeSelector'),
      };
      const spec = {
        ...getMap(object, 'spec'),
        ...(Object.keys(overhead).length === 0 ? {} : { overhead }),
        ...(Object.keys(nodeSelector).length === 0 ? {} : { nodeSelector }),
      };
      return succeed({ ...object, spec });
    },
};
