import { trimLinked } from '@larksong/contracts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

interface AddressToken {
  /** Empty if the address has none, or once it has been used. */
  token: string;
  /** Removes the used token from the address, and thereby from the history. */
  forget: () => void;
}

/** Returns the token that an emailed link put into the address. */
export function useAddressToken(name: 'token' | 'invite'): AddressToken {
  const [search, setSearch] = useSearchParams();
  const [token, setToken] = useState(() => trimLinked(search.get(name)));
  const forget = () => {
    setToken('');
    setSearch({}, { replace: true });
  };
  return { token, forget };
}
