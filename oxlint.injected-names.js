/** @param {string} name */
const lowerFirst = (name) => `${name[0]?.toLowerCase()}${name.slice(1)}`;

/**
 * A parameter of a provider's constructor that is injected by its class has the name of the class; one that is injected
 * by a token is free.
 */
const injectedNames = {
  /** @param {any} context */
  create: (context) => ({
    /** @param {any} method */
    'MethodDefinition[kind="constructor"]'(method) {
      if (!method.parent.parent.decorators?.length) return;
      for (const param of method.value.params) {
        const name = param.type === 'TSParameterProperty' ? param.parameter : param;
        const type = name.typeAnnotation?.typeAnnotation;
        if (param.decorators?.length || type?.typeName?.type !== 'Identifier') continue;
        const wanted = lowerFirst(type.typeName.name);
        if (name.name !== wanted)
          context.report({
            node: name,
            message: `Rename to ${wanted}: an injected parameter has the name of its class.`,
          });
      }
    },
  }),
};

export default { meta: { name: 'questp' }, rules: { 'injected-names': injectedNames } };
