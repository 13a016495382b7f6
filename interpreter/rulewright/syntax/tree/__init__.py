"""The syntax tree: one frozen class per rule of the grammar, children in the grammar's order.

Every node knows the place it was read from (`at`), which is left out of comparisons, so two trees
are equal when they say the same. Names are kept as written; what they mean is found by the next
stage.
"""

from rulewright.syntax.tree.decisions import (
    Chance as Chance,
)
from rulewright.syntax.tree.decisions import (
    Choose as Choose,
)
from rulewright.syntax.tree.decisions import (
    ChooseSome as ChooseSome,
)
from rulewright.syntax.tree.decisions import (
    EachOf as EachOf,
)
from rulewright.syntax.tree.decisions import (
    Exactly as Exactly,
)
from rulewright.syntax.tree.decisions import (
    May as May,
)
from rulewright.syntax.tree.decisions import (
    MayChoose as MayChoose,
)
from rulewright.syntax.tree.decisions import (
    Menu as Menu,
)
from rulewright.syntax.tree.decisions import (
    Option as Option,
)
from rulewright.syntax.tree.decisions import (
    Play as Play,
)
from rulewright.syntax.tree.decisions import (
    PlayAs as PlayAs,
)
from rulewright.syntax.tree.decisions import (
    Shown as Shown,
)
from rulewright.syntax.tree.decisions import (
    UpTo as UpTo,
)
from rulewright.syntax.tree.decisions import (
    Use as Use,
)
from rulewright.syntax.tree.declarations import (
    Card as Card,
)
from rulewright.syntax.tree.declarations import (
    CardBody as CardBody,
)
from rulewright.syntax.tree.declarations import (
    CardList as CardList,
)
from rulewright.syntax.tree.declarations import (
    Common as Common,
)
from rulewright.syntax.tree.declarations import (
    Everyone as Everyone,
)
from rulewright.syntax.tree.declarations import (
    Fact as Fact,
)
from rulewright.syntax.tree.declarations import (
    Field as Field,
)
from rulewright.syntax.tree.declarations import (
    Fields as Fields,
)
from rulewright.syntax.tree.declarations import (
    FieldValue as FieldValue,
)
from rulewright.syntax.tree.declarations import (
    ForPhase as ForPhase,
)
from rulewright.syntax.tree.declarations import (
    Game as Game,
)
from rulewright.syntax.tree.declarations import (
    Heading as Heading,
)
from rulewright.syntax.tree.declarations import (
    InOrder as InOrder,
)
from rulewright.syntax.tree.declarations import (
    Kind as Kind,
)
from rulewright.syntax.tree.declarations import (
    Labels as Labels,
)
from rulewright.syntax.tree.declarations import (
    Lasting as Lasting,
)
from rulewright.syntax.tree.declarations import (
    ListHeading as ListHeading,
)
from rulewright.syntax.tree.declarations import (
    ListRow as ListRow,
)
from rulewright.syntax.tree.declarations import (
    Mark as Mark,
)
from rulewright.syntax.tree.declarations import (
    NoCell as NoCell,
)
from rulewright.syntax.tree.declarations import (
    RangeCell as RangeCell,
)
from rulewright.syntax.tree.declarations import (
    Row as Row,
)
from rulewright.syntax.tree.declarations import (
    Section as Section,
)
from rulewright.syntax.tree.declarations import (
    Setting as Setting,
)
from rulewright.syntax.tree.declarations import (
    Sight as Sight,
)
from rulewright.syntax.tree.declarations import (
    Stance as Stance,
)
from rulewright.syntax.tree.declarations import (
    Starts as Starts,
)
from rulewright.syntax.tree.declarations import (
    Table as Table,
)
from rulewright.syntax.tree.declarations import (
    Track as Track,
)
from rulewright.syntax.tree.declarations import (
    TypeName as TypeName,
)
from rulewright.syntax.tree.declarations import (
    Value as Value,
)
from rulewright.syntax.tree.declarations import (
    WhileIn as WhileIn,
)
from rulewright.syntax.tree.declarations import (
    Zone as Zone,
)
from rulewright.syntax.tree.expressions import (
    And as And,
)
from rulewright.syntax.tree.expressions import (
    AtLeast as AtLeast,
)
from rulewright.syntax.tree.expressions import (
    AtMost as AtMost,
)
from rulewright.syntax.tree.expressions import (
    Can as Can,
)
from rulewright.syntax.tree.expressions import (
    Gathered as Gathered,
)
from rulewright.syntax.tree.expressions import (
    Half as Half,
)
from rulewright.syntax.tree.expressions import (
    Is as Is,
)
from rulewright.syntax.tree.expressions import (
    IsIn as IsIn,
)
from rulewright.syntax.tree.expressions import (
    IsNot as IsNot,
)
from rulewright.syntax.tree.expressions import (
    IsNotIn as IsNotIn,
)
from rulewright.syntax.tree.expressions import (
    LessThan as LessThan,
)
from rulewright.syntax.tree.expressions import (
    Minus as Minus,
)
from rulewright.syntax.tree.expressions import (
    MoreThan as MoreThan,
)
from rulewright.syntax.tree.expressions import (
    Negate as Negate,
)
from rulewright.syntax.tree.expressions import (
    Not as Not,
)
from rulewright.syntax.tree.expressions import (
    NumberOf as NumberOf,
)
from rulewright.syntax.tree.expressions import (
    Or as Or,
)
from rulewright.syntax.tree.expressions import (
    Plus as Plus,
)
from rulewright.syntax.tree.expressions import (
    Range as Range,
)
from rulewright.syntax.tree.expressions import (
    Related as Related,
)
from rulewright.syntax.tree.expressions import (
    Some as Some,
)
from rulewright.syntax.tree.expressions import (
    Times as Times,
)
from rulewright.syntax.tree.expressions import (
    Two as Two,
)
from rulewright.syntax.tree.expressions import (
    ValueFor as ValueFor,
)
from rulewright.syntax.tree.happenings import (
    Amount as Amount,
)
from rulewright.syntax.tree.happenings import (
    Binder as Binder,
)
from rulewright.syntax.tree.happenings import (
    Event as Event,
)
from rulewright.syntax.tree.happenings import (
    EventBody as EventBody,
)
from rulewright.syntax.tree.happenings import (
    First as First,
)
from rulewright.syntax.tree.happenings import (
    Fixed as Fixed,
)
from rulewright.syntax.tree.happenings import (
    Flow as Flow,
)
from rulewright.syntax.tree.happenings import (
    Labelled as Labelled,
)
from rulewright.syntax.tree.happenings import (
    Moment as Moment,
)
from rulewright.syntax.tree.happenings import (
    OnlyIf as OnlyIf,
)
from rulewright.syntax.tree.happenings import (
    Outcome as Outcome,
)
from rulewright.syntax.tree.happenings import (
    Phase as Phase,
)
from rulewright.syntax.tree.happenings import (
    Refuse as Refuse,
)
from rulewright.syntax.tree.node import (
    NODES as NODES,
)
from rulewright.syntax.tree.node import (
    Node as Node,
)
from rulewright.syntax.tree.node import (
    Unread as Unread,
)
from rulewright.syntax.tree.node import (
    Word as Word,
)
from rulewright.syntax.tree.notes import (
    Because as Because,
)
from rulewright.syntax.tree.notes import (
    Borrowed as Borrowed,
)
from rulewright.syntax.tree.notes import (
    Cite as Cite,
)
from rulewright.syntax.tree.notes import (
    Notes as Notes,
)
from rulewright.syntax.tree.notes import (
    Printed as Printed,
)
from rulewright.syntax.tree.notes import (
    Reading as Reading,
)
from rulewright.syntax.tree.rules import (
    Another as Another,
)
from rulewright.syntax.tree.rules import (
    Ceiling as Ceiling,
)
from rulewright.syntax.tree.rules import (
    Change as Change,
)
from rulewright.syntax.tree.rules import (
    Edge as Edge,
)
from rulewright.syntax.tree.rules import (
    Floor as Floor,
)
from rulewright.syntax.tree.rules import (
    Grant as Grant,
)
from rulewright.syntax.tree.rules import (
    Hook as Hook,
)
from rulewright.syntax.tree.rules import (
    How as How,
)
from rulewright.syntax.tree.rules import (
    Less as Less,
)
from rulewright.syntax.tree.rules import (
    More as More,
)
from rulewright.syntax.tree.rules import (
    Must as Must,
)
from rulewright.syntax.tree.rules import (
    Owned as Owned,
)
from rulewright.syntax.tree.rules import (
    Pattern as Pattern,
)
from rulewright.syntax.tree.rules import (
    Power as Power,
)
from rulewright.syntax.tree.rules import (
    PowerIf as PowerIf,
)
from rulewright.syntax.tree.rules import (
    Repeatedly as Repeatedly,
)
from rulewright.syntax.tree.rules import (
    Restriction as Restriction,
)
from rulewright.syntax.tree.rules import (
    RuleNode as RuleNode,
)
from rulewright.syntax.tree.rules import (
    Tail as Tail,
)
from rulewright.syntax.tree.rules import (
    To as To,
)
from rulewright.syntax.tree.rules import (
    Would as Would,
)
from rulewright.syntax.tree.scenarios import (
    Answer as Answer,
)
from rulewright.syntax.tree.scenarios import (
    ChanceWord as ChanceWord,
)
from rulewright.syntax.tree.scenarios import (
    Covers as Covers,
)
from rulewright.syntax.tree.scenarios import (
    Decides as Decides,
)
from rulewright.syntax.tree.scenarios import (
    Given as Given,
)
from rulewright.syntax.tree.scenarios import (
    Holds as Holds,
)
from rulewright.syntax.tree.scenarios import (
    NobodyWord as NobodyWord,
)
from rulewright.syntax.tree.scenarios import (
    NotWord as NotWord,
)
from rulewright.syntax.tree.scenarios import (
    Offered as Offered,
)
from rulewright.syntax.tree.scenarios import (
    Pick as Pick,
)
from rulewright.syntax.tree.scenarios import (
    Place as Place,
)
from rulewright.syntax.tree.scenarios import (
    Scenario as Scenario,
)
from rulewright.syntax.tree.scenarios import (
    Then as Then,
)
from rulewright.syntax.tree.scenarios import (
    Told as Told,
)
from rulewright.syntax.tree.scenarios import (
    When as When,
)
from rulewright.syntax.tree.scenarios import (
    WithCards as WithCards,
)
from rulewright.syntax.tree.scenarios import (
    WithOption as WithOption,
)
from rulewright.syntax.tree.scenarios import (
    WithSeed as WithSeed,
)
from rulewright.syntax.tree.statements import (
    AllOf as AllOf,
)
from rulewright.syntax.tree.statements import (
    Becomes as Becomes,
)
from rulewright.syntax.tree.statements import (
    Block as Block,
)
from rulewright.syntax.tree.statements import (
    CarryOn as CarryOn,
)
from rulewright.syntax.tree.statements import (
    DoNothing as DoNothing,
)
from rulewright.syntax.tree.statements import (
    ElseIf as ElseIf,
)
from rulewright.syntax.tree.statements import (
    Exchange as Exchange,
)
from rulewright.syntax.tree.statements import (
    ForEach as ForEach,
)
from rulewright.syntax.tree.statements import (
    I as I,
)
from rulewright.syntax.tree.statements import (
    If as If,
)
from rulewright.syntax.tree.statements import (
    Let as Let,
)
from rulewright.syntax.tree.statements import (
    Move as Move,
)
from rulewright.syntax.tree.statements import (
    Otherwise as Otherwise,
)
from rulewright.syntax.tree.statements import (
    Plain as Plain,
)
from rulewright.syntax.tree.statements import (
    Repeat as Repeat,
)
from rulewright.syntax.tree.statements import (
    Sentence as Sentence,
)
from rulewright.syntax.tree.statements import (
    Set as Set,
)
from rulewright.syntax.tree.statements import (
    Show as Show,
)
from rulewright.syntax.tree.statements import (
    Shuffle as Shuffle,
)
from rulewright.syntax.tree.statements import (
    Stops as Stops,
)
from rulewright.syntax.tree.statements import (
    Tell as Tell,
)
from rulewright.syntax.tree.statements import (
    Unit as Unit,
)
from rulewright.syntax.tree.statements import (
    Until as Until,
)
from rulewright.syntax.tree.things import (
    AnyZone as AnyZone,
)
from rulewright.syntax.tree.things import (
    Around as Around,
)
from rulewright.syntax.tree.things import (
    Bottom as Bottom,
)
from rulewright.syntax.tree.things import (
    Filtered as Filtered,
)
from rulewright.syntax.tree.things import (
    Get as Get,
)
from rulewright.syntax.tree.things import (
    It as It,
)
from rulewright.syntax.tree.things import (
    Its as Its,
)
from rulewright.syntax.tree.things import (
    Me as Me,
)
from rulewright.syntax.tree.things import (
    Members as Members,
)
from rulewright.syntax.tree.things import (
    MembersOfAny as MembersOfAny,
)
from rulewright.syntax.tree.things import (
    My as My,
)
from rulewright.syntax.tree.things import (
    Name as Name,
)
from rulewright.syntax.tree.things import (
    No as No,
)
from rulewright.syntax.tree.things import (
    Nothing as Nothing,
)
from rulewright.syntax.tree.things import (
    Number as Number,
)
from rulewright.syntax.tree.things import (
    Others as Others,
)
from rulewright.syntax.tree.things import (
    OtherWord as OtherWord,
)
from rulewright.syntax.tree.things import (
    Proper as Proper,
)
from rulewright.syntax.tree.things import (
    The as The,
)
from rulewright.syntax.tree.things import (
    This as This,
)
from rulewright.syntax.tree.things import (
    Top as Top,
)
from rulewright.syntax.tree.things import (
    Yes as Yes,
)
