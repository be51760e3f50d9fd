import { describeFuzz } from '../../../testing/fuzz-suite.ts'

describeFuzz('sqlite')
