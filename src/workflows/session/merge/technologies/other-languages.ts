import type { Technology } from './technology.ts';

export const OTHER_LANGUAGES: readonly Technology[] = [
  {
    name: 'Gin',
    kind: 'web framework',
    word: true,
    dependencies: 'github.com/gin-gonic/gin',
    imports: 'github.com/gin-gonic/gin',
  },
  {
    name: 'Echo',
    kind: 'web framework',
    word: true,
    dependencies: 'github.com/labstack/echo*',
    imports: 'github.com/labstack/echo',
  },
  { name: 'GORM', kind: 'ORM', dependencies: 'gorm.io/*', imports: 'gorm.io' },
  { name: 'Tokio', kind: 'async runtime', dependencies: 'tokio', imports: 'tokio' },
  { name: 'Axum', kind: 'web framework', dependencies: 'axum', imports: 'axum' },
  { name: 'Actix', kind: 'web framework', also: ['Actix Web'], dependencies: 'actix-web', imports: 'actix_web' },
  {
    name: 'Ruby on Rails',
    kind: 'web framework',
    also: ['Rails', '레일즈', '레일스'],
    dependencies: 'rails',
    files: /(^|\/)bin\/rails$/,
  },
  { name: 'RSpec', kind: 'test framework', dependencies: 'rspec rspec-*', files: /(^|\/)\.rspec$/ },
  {
    name: 'Laravel',
    kind: 'web framework',
    also: ['라라벨'],
    dependencies: 'laravel/framework',
    files: /(^|\/)artisan$/,
  },
  { name: 'Symfony', kind: 'web framework', also: ['심포니'], dependencies: 'symfony/*' },
  { name: 'PHPUnit', kind: 'test framework', dependencies: 'phpunit/phpunit', files: /(^|\/)phpunit\.xml(\.dist)?$/ },
  { name: 'xUnit', kind: 'test framework', dependencies: 'xunit xunit.*', imports: 'Xunit' },
  { name: 'NUnit', kind: 'test framework', dependencies: 'nunit nunit*', imports: 'NUnit' },
  {
    name: 'Entity Framework',
    kind: 'ORM',
    also: ['EF Core', 'Entity Framework Core'],
    dependencies: 'microsoft.entityframeworkcore*',
    imports: 'Microsoft.EntityFrameworkCore',
  },
  { name: 'Flutter', kind: 'mobile framework', also: ['플러터'], word: true, settings: /^\s*sdk:\s*flutter\b/m },
];
