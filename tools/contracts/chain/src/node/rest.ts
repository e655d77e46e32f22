/** The answer of a chain's REST gateway. Throws with what it says when that is not 200. */
export async function getJson<T>(rest: string, path: string): Promise<T> {
  const response = await fetch(`${rest}${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** The address of a module's own account, which no key signs for and which the bank refuses to pay (but for gov). */
export async function moduleAddress(rest: string, module: string): Promise<string> {
  const { account } = await getJson<{ account: { base_account: { address: string } } }>(
    rest,
    `/cosmos/auth/v1beta1/module_accounts/${module}`,
  );
  return account.base_account.address;
}
