/** Signs in the super admin of this platform, and changes the initial password to the printed one. */
export async function settleAdmin(
  apiUrl: string,
  { email, password }: { email: string; password: string },
  initialPassword: string,
): Promise<void> {
  const settled = await signIn(apiUrl, email, password);
  if (settled !== null) return call(apiUrl, 'POST', '/admin/auth/sign-out', settled.token);
  const first = await signIn(apiUrl, email, initialPassword);
  // An operator has chosen another password.
  if (first === null) return;
  const body = { currentPassword: initialPassword, newPassword: password };
  await call(apiUrl, 'PUT', '/admin/me/password', first.token, body);
}

interface SignedIn {
  token: string;
  /** Missing if a second step follows. */
  admin?: { mustChangePassword: boolean };
}

/** Null if the password is wrong. */
export async function signIn(apiUrl: string, email: string, password: string): Promise<SignedIn | null> {
  const response = await fetch(`${apiUrl}/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (response.status === 401) return null;
  if (!response.ok) throw new Error(`The sign-in of ${email} answered ${response.status}`);
  return (await response.json()) as SignedIn;
}

async function call(apiUrl: string, method: string, path: string, token: string, body?: object): Promise<void> {
  const response = await fetch(`${apiUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
}
