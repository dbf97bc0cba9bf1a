import { useState } from 'react';
import { useSearchParams } from 'react-router';

interface AddressToken {
  /** Empty when the address had none, or when it was used. */
  token: string;
  /** To be called when the token was used: takes it out of the address, and so out of the history. */
  forget: () => void;
}

/** The token that the link of an e-mail brought. */
export function useAddressToken(name: 'token' | 'invite'): AddressToken {
  const [search, setSearch] = useSearchParams();
  const [token, setToken] = useState(() => search.get(name) ?? '');
  const forget = () => {
    setToken('');
    setSearch({}, { replace: true });
  };
  return { token, forget };
}
